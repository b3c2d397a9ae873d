"""The pages of files: dropped, seen, fixed, taken back, removed; two tabs do not overwrite."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from starlette.testclient import TestClient

import overtrick
from overtrick.plugin import default_manager
from overtrick_web.interface.roles import Role
from overtrick_web.site.application import application
from overtrick_web.site.site import Site, pages_for
from overtrick_web.work.folder import WorkFolder

pytest.importorskip("overtrick_pbn")

DEAL = "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"
SCRIPT = "<script>alert(1)</script>"
PIECE = {"X-Fragment": "1"}


def pbn(count, *, date="2024.05.24", extra=""):
    games = [
        f'[Event "{SCRIPT}"]\r\n[Date "{date}"]\r\n[Board "{number}"]\r\n[West "{SCRIPT}"]\r\n'
        f'[Dealer "{"NESW"[(number - 1) % 4]}"]\r\n[Vulnerable "None"]\r\n[Deal "{DEAL}"]\r\n'
        f"{extra}"
        for number in range(1, count + 1)
    ]
    return ("% PBN 2.1\r\n\r\n" + "\r\n".join(games)).encode()


def sealed(count=2):
    sink = io.BytesIO()
    overtrick.dump(overtrick.loads(pbn(count)), sink, format="dlm", options={"status": "Sealed"})
    return sink.getvalue()


@pytest.fixture
def site(tmp_path):
    with WorkFolder.open(tmp_path / "work") as work:
        plugins = default_manager()
        role = Role.DIRECTOR
        yield Site(role=role, work=work, plugins=plugins, pages=pages_for(role, plugins))


@pytest.fixture
def client(site):
    with TestClient(application(site)) as opened:
        yield opened


def drop(client, *files):
    answer = client.post(
        "/files/drop",
        files=[("files", file) for file in files],
        follow_redirects=False,
    )
    assert answer.status_code == 303
    return answer.headers["location"]


def id_of(location):
    return re.fullmatch(r"/files/([0-9a-f]{12})/boards", location)[1]


def test_one_file_leads_at_once_to_its_boards(client):
    location = drop(client, ("evening.pbn", pbn(3)))
    page = client.get(location)
    assert page.status_code == 200
    assert page.text.count('class="board-card') == 3
    assert page.text.count("<svg ") == 3
    assert "3 boards" in page.text


def test_nothing_of_a_file_is_html(client):
    location = drop(client, (f"{SCRIPT}.pbn", pbn(1, date=SCRIPT, extra=f"{{{SCRIPT}}}\r\n")))
    for path in ("boards", "boards?view=list", "boards/1", "findings", "versions", "fix"):
        text = client.get(f"/files/{id_of(location)}/{path}").text
        assert "<script>alert" not in text
    assert "<script>alert" not in client.get("/files/").text


def test_the_policy_against_scripts_in_pages_is_kept(client):
    location = drop(client, ("evening.pbn", pbn(2, date="2024-05-24")))
    for path in ("boards", "boards/1", "findings", "fix", "versions"):
        text = client.get(f"/files/{id_of(location)}/{path}").text
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick" not in text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)


def test_many_files_lead_to_the_list(client):
    location = drop(client, ("a.pbn", pbn(1)), ("b.pbn", pbn(2)), ("c.txt", b"a letter"))
    assert location.startswith("/files/?drop=")
    text = client.get(location).text
    assert "2 files are here now" in text
    assert "1 file was left out" in text
    assert "<strong>c.txt</strong>: it is of no format that is known here" in text
    assert "left out" not in client.get("/files/?drop=0000").text
    # What was read when it came is in the page.
    assert "data-summary" not in text
    assert "2 boards" in text
    assert text.count("in order") == 2


def test_what_was_not_read_yet_is_asked_for_line_by_line(client, site):
    for count in (1, 2):
        site.documents.add(f"{count}.pbn", pbn(count))
    ids = re.findall(r'data-summary="/files/(\w+)/summary"', client.get("/files/").text)
    assert len(ids) == 2
    pieces = [client.get(f"/files/{one}/summary", headers=PIECE).text for one in ids]
    assert any("2 boards" in piece and "in order" in piece for piece in pieces)
    # What was read once is in the page the next time.
    assert "data-summary" not in client.get("/files/").text


def test_a_zip_of_files_is_opened(client):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("club/mon.pbn", pbn(1))
        archive.writestr("club/tue.pbn", pbn(2))
        archive.writestr("__MACOSX/club/._mon.pbn", b"x")
    text = client.get(drop(client, ("week.zip", packed.getvalue()))).text
    assert "2 files are here now" in text
    assert "left out" not in text


def test_no_file_is_no_file(client):
    answer = client.post("/files/drop", files=[("files", ("", b""))])
    assert answer.status_code == 403
    assert "no file was chosen" in answer.text
    assert client.post("/files/drop", data={"files": ""}).status_code == 403


def test_boards_come_in_pieces(client):
    location = drop(client, ("long.pbn", pbn(100)))
    page = client.get(location).text
    assert page.count('class="board-card') == 12
    assert 'data-total="100"' in page
    assert 'rel="next"' in page
    piece = client.get(f"{location}?version=1&from=97&count=24", headers=PIECE).text
    assert re.findall(r'id="board-(\d+)"', piece) == ["97", "98", "99", "100"]
    assert "<html" not in piece
    rows = client.get(f"{location}?view=list&from=13&count=2", headers=PIECE).text
    assert rows.count("<tr") == 2
    assert client.get(f"{location}?from=500", headers=PIECE).text.strip() == ""
    assert client.get(f"{location}?from=x&count=-1", headers=PIECE).text.count("<svg") == 24


def test_one_goes_to_a_board_by_what_it_is_called(client):
    location = drop(client, ("long.pbn", pbn(60)))
    page = client.get(f"{location}?board=50").text
    assert 'data-at="50"' in page
    assert re.findall(r'id="board-(\d+)"', page)[0] == "49"
    assert "There is no board 99 in this file" in client.get(f"{location}?board=99").text


def test_one_board_has_its_neighbours_its_auction_and_its_links(client):
    auction = '[Auction "N"]\r\n1NT Pass 3NT AP\r\n'
    location = drop(client, ("a.pbn", pbn(3, extra=auction)))
    text = client.get(f"{location}/2").text
    assert f'href="{location}/1"' in text
    assert f'href="{location}/3"' in text
    assert "2 of 3" in text
    assert "<caption>Auction</caption>" in text
    assert "3NT" in text
    assert 'id="previous"' not in client.get(f"{location}/1").text
    assert 'id="next"' not in client.get(f"{location}/3").text
    assert client.get(f"{location}/4").status_code == 404
    assert client.get(f"{location}/0").status_code == 404


def test_without_the_plugin_of_links_a_line_names_its_install(client, monkeypatch):
    monkeypatch.setattr("overtrick_web.pages.files.boards.has_links", lambda: False)
    monkeypatch.setattr("overtrick_web.boards.rendering.has_links", lambda: False)
    text = client.get(f"{drop(client, ('a.pbn', pbn(1)))}/1").text
    assert "python -m pip install overtrick-lin" in text
    assert "bridgebase" not in text


def test_fixing_shows_the_difference_and_then_does_it(client, site):
    data = pbn(2, date="2024-05-24")
    id = id_of(drop(client, ("odd.pbn", data)))
    asked = client.get(f"/files/{id}/fix?version=1&code=PBN331").text
    assert "2 places will be fixed" in asked
    assert "<del>[Date &#34;2024-05-24&#34;]</del>" in asked
    assert "<ins>[Date &#34;2024.05.24&#34;]</ins>" in asked
    assert site.documents.get(id).current.number == 1
    done = client.post(
        f"/files/{id}/fix", data={"based_on": "1", "code": "PBN331"}, follow_redirects=False
    )
    assert (done.status_code, done.headers["location"]) == (303, f"/files/{id}/boards")
    document = site.documents.get(id)
    assert [version.what for version in document.versions] == ["dropped", "fixed"]
    assert document.current.read() == data.replace(b"2024-05-24", b"2024.05.24")
    assert "PBN331" not in client.get(f"/files/{id}/findings").text


PO = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgid "invalid contract \\"{value}\\""
msgstr "ungültiger Kontrakt »{value}« (im Test)"

msgid "write year, month and day in digits, as in 2023.07.28, with ? for unknown parts"
msgstr "Jahr, Monat und Tag in Ziffern (im Test)"

msgid "not stored in {format}"
msgstr "in {format} nicht gespeichert (im Test)"

msgid "invalid dealer \\"{value}\\"; expected W, N, E or S"
msgstr "ein Feld, das es nicht gibt: {wert}"
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A plugin whose catalogue has German for some findings and losses."""
    folder = tmp_path / "a_catalogue_of_a_test"
    (folder / "locale").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "locale" / "de.po").write_text(PO, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    manager = default_manager()
    records = (*manager.records(), overtrick.PluginRecord(name="test", module=folder.name))
    monkeypatch.setattr(manager, "records", lambda: records)


def test_findings_and_losses_are_shown_in_the_language_of_the_page(client, german):
    wrong = f'[Declarer "S"]\r\n[Contract "{SCRIPT}"]\r\n[Result "9"]\r\n'
    data = pbn(1, date="28/07/2023", extra=wrong).replace(b'Dealer "N"', b'Dealer "Zoe"')
    id = id_of(drop(client, ("odd.pbn", data)))
    english = client.get(f"/files/{id}/findings").text
    assert "invalid contract &#34;&lt;script&gt;alert(1)&lt;/script&gt;&#34;" in english
    client.cookies.set("overtrick-language", "de")
    page = client.get(f"/files/{id}/findings").text
    assert "ungültiger Kontrakt »&lt;script&gt;alert(1)&lt;/script&gt;« (im Test)" in page
    assert "ungültiger Kontrakt »…« (im Test)" in page  # what the code means
    assert SCRIPT not in page
    # A translation that does not fit its template is not used, and what has none is English.
    assert "invalid dealer &#34;Zoe&#34;; expected W, N, E or S" in page
    id = id_of(drop(client, ("right.pbn", pbn(1))))
    page = client.get(f"/files/{id}/convert?to=dlm").text
    assert 'data-field="info.players"' in page
    assert "not stored in DLM" not in page


def test_one_finding_is_fixed_by_its_number(client, site):
    data = pbn(2, date="2024-05-24")
    id = id_of(drop(client, ("odd.pbn", data)))
    page = client.get(f"/files/{id}/findings?code=PBN331").text
    second = re.findall(r"fix\?version=1&(?:amp;)?finding=(\d+)", page)[1]
    client.post(f"/files/{id}/fix", data={"based_on": "1", "finding": second})
    assert site.documents.get(id).current.read().count(b"2024-05-24") == 1
    assert client.get(f"/files/{id}/fix?finding=999").status_code == 404


def test_a_change_is_taken_back_and_done_again(client, site):
    data = pbn(1, date="2024-05-24")
    id = id_of(drop(client, ("odd.pbn", data)))
    client.post(f"/files/{id}/fix", data={"based_on": "1"})
    fixed = site.documents.get(id).current.read()
    assert "Undo: fixed" in client.get(f"/files/{id}/boards").text
    client.post(f"/files/{id}/undo", data={"based_on": "2"})
    assert site.documents.get(id).current.read() == data
    client.post(f"/files/{id}/undo", data={"based_on": "3", "to": "2"})
    assert site.documents.get(id).current.read() == fixed
    versions = client.get(f"/files/{id}/versions").text
    assert [f'id="version-{number}"' in versions for number in (1, 2, 3, 4)] == [True] * 4
    assert client.get(f"/files/{id}/download?version=1").content == data
    old = client.get(f"/files/{id}/boards?version=1").text
    assert "This is version 1" in old
    assert "data-dialog" not in old


def test_two_tabs_do_not_overwrite_each_other(client, site):
    id = id_of(drop(client, ("odd.pbn", pbn(1, date="2024-05-24"))))
    client.post(f"/files/{id}/fix", data={"based_on": "1", "code": "PBN331"})
    late = client.post(f"/files/{id}/fix", data={"based_on": "1"})
    assert late.status_code == 409
    assert "nothing was overwritten" in late.text
    assert 'id="show-newest"' in late.text
    assert f'href="/files/{id}/fix"' in late.text
    back = client.post(f"/files/{id}/undo", data={"based_on": "1", "to": "1"})
    assert back.status_code == 409
    assert site.documents.get(id).current.number == 2


def test_a_form_says_which_version_it_is_for(client):
    id = id_of(drop(client, ("odd.pbn", pbn(1, date="2024-05-24"))))
    for values in ({}, {"based_on": "x"}, {"based_on": "7"}, {"based_on": "٣"}):
        assert client.post(f"/files/{id}/fix", data=values).status_code in {404, 409}


def test_a_removed_file_is_taken_back_until_it_is_deleted_for_good(client, site):
    id = id_of(drop(client, ("evening.pbn", pbn(1))))
    page = client.post(f"/files/{id}/remove").text
    assert "evening.pbn was removed" in page
    assert f'id="document-{id}"' not in page
    client.post(f"/files/{id}/restore")
    assert f'id="document-{id}"' in client.get("/files/").text
    client.post(f"/files/{id}/remove")
    client.post("/files/empty-bin")
    assert client.get(f"/files/{id}/boards").status_code == 404


CARDS = re.compile(r"overtrick-ink|spades|hearts|AKJ9|T9543|<svg", re.IGNORECASE)


def test_sealed_hands_are_shown_only_after_a_deliberate_act(client):
    pytest.importorskip("overtrick_dlm")
    id = id_of(drop(client, ("blind.dlm", sealed())))
    paths = ("boards", "boards?view=list", "boards/1", "findings", "fix", "versions")
    for path in paths:
        answer = client.get(f"/files/{id}/{path}")
        main = answer.text.partition("<main")[2]
        assert not CARDS.search(main), path
    assert not CARDS.search(client.get(f"/files/{id}/boards?from=1", headers=PIECE).text)
    # Without the box there is no such act.
    client.post(f"/files/{id}/hands", data={})
    assert "<svg" not in client.get(f"/files/{id}/boards").text
    shown = client.post(f"/files/{id}/hands", data={"show": "hands"}).text
    assert shown.count("<svg") == 2
    assert "bridgebase" in client.get(f"/files/{id}/boards/1").text
    hidden = client.post(f"/files/{id}/hands", data={}).text
    assert "<svg" not in hidden


def test_the_cookie_that_shows_hands_is_for_one_file(client):
    pytest.importorskip("overtrick_dlm")
    first = id_of(drop(client, ("one.dlm", sealed(2))))
    second = id_of(drop(client, ("two.dlm", sealed(3))))
    answer = client.post(f"/files/{first}/hands", data={"show": "hands"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"]
    assert f"Path=/files/{first}" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "<svg" not in client.get(f"/files/{second}/boards").text


def test_a_file_of_no_format_says_so_on_its_page(client, site):
    document = site.documents.add("letter.txt", b"Dear director,\n")
    text = client.get(f"/files/{document.id}/boards").text
    assert 'id="failure"' in text
    assert "letter.txt is of no format" in text
    piece = client.get(f"/files/{document.id}/summary", headers=PIECE).text
    assert "of no known format" in piece


def test_a_file_without_boards_says_so_on_its_page(client, site):
    document = site.documents.add("empty.pbn", b"% PBN 2.1\r\n")
    assert 'id="no-boards"' in client.get(f"/files/{document.id}/boards").text


def test_a_file_that_is_not_there_has_no_page(client):
    assert client.get("/files/000000000000/boards").status_code == 404
    assert client.get("/files/..%2f..%2fetc/boards").status_code == 404
    id = id_of(drop(client, ("a.pbn", pbn(1))))
    assert client.get(f"/files/{id}/boards?version=9").status_code == 404
    assert client.get(f"/files/{id}/download?version=-1").status_code == 404


def test_findings_of_one_code_have_pages(client):
    id = id_of(drop(client, ("odd.pbn", pbn(130, date="2024-05-24"))))
    first = client.get(f"/files/{id}/findings?code=PBN331").text
    assert first.count('class="finding ') == 100
    second = client.get(f"/files/{id}/findings?code=PBN331&from=101").text
    assert second.count('class="finding ') == 30
    assert 'rel="prev"' in second


def test_what_reads_is_repeatable_and_changes_nothing(client, site):
    id = id_of(drop(client, ("odd.pbn", pbn(2, date="2024-05-24"))))
    before = site.documents.get(id)
    for path in ("boards", "boards/1", "findings", "fix", "versions", "download", "summary"):
        first = client.get(f"/files/{id}/{path}").text
        assert client.get(f"/files/{id}/{path}").text == first
    assert site.documents.get(id) == before


def test_pages_speak_the_language_of_the_reader(client):
    location = drop(client, ("a.pbn", pbn(1)))
    german = client.get(location, headers={"Accept-Language": "de"}).text
    assert 'aria-label="Board 1, Teiler Nord' in german or "Teiler Nord" in german


def test_there_is_no_page_of_files_for_who_only_deals(tmp_path):
    with WorkFolder.open(tmp_path / "work") as work:
        plugins = default_manager()
        pages = pages_for(Role.DEALER, plugins)
        made = Site(role=Role.DEALER, work=work, plugins=plugins, pages=pages)
        document = work.documents.add("a.pbn", pbn(1))
        with TestClient(application(made)) as client:
            assert client.get(f"/files/{document.id}/boards").status_code == 404


def test_the_page_of_a_file_loads_under_150_kb(client):
    location = drop(client, ("odd.pbn", pbn(36, date="2024-05-24", extra='[Contract "3N"]\r\n')))
    page = client.get(location)
    parts = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text))
    # What a module imports is loaded with it.
    scripts = [client.get(part).text for part in parts if ".js" in part]
    assert not any(re.search(r"^import ", script, re.MULTILINE) for script in scripts)
    assert len(parts) >= 4
    total = len(page.content) + sum(len(client.get(part).content) for part in parts)
    assert total < 150_000
