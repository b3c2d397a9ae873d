"""`PageSuite`: the requirements of a page, one named test each."""

from __future__ import annotations

import importlib
import pickle
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from overtrick_testing import (
    check_callable,
    check_light,
    check_summary,
    declaring_module,
    requirement,
    skip,
)
from overtrick_web.interface.roles import Role
from overtrick_web.interface.spec import PAGES
from overtrick_web.safety.headers import DATA_POLICY, PREVIEW_POLICY
from overtrick_web.site.languages import LANGUAGE_COOKIE, LANGUAGES
from overtrick_web.testing.asking import Answer, as_form, as_parts, ask
from overtrick_web.testing.base import (
    DEALS,
    PageBase,
    ServedSite,
    file_of_boards,
    parameters,
)
from overtrick_web.testing.markup import HOSTILE, HOSTILE_STEP, Form, MarkupFacts
from overtrick_web.testing.templates import unmarked

MOST_OF_A_FILE: Final = 64 << 10
"""Bytes that a static file may have."""

MOST_OF_A_PAGE: Final = 150_000
"""Bytes that a page may have together with all that it loads."""

_NOWHERE: Final = "overtrick-nothing-is-here"
_REDIRECT: Final = range(300, 400)
_TURNS: Final = 3  # from one address on to another
_FAULTY: Final = (500, 501)
# The headers that a page must leave to the site, which sets them for all pages.
_OF_THE_SITE: Final = frozenset(
    {
        "content-security-policy", "set-cookie", "x-frame-options", "referrer-policy",
        "cross-origin-opener-policy", "cross-origin-resource-policy",
    }
)  # fmt: skip
_CHANGING: Final = re.compile(
    r"\b[0-9a-f]{12,64}\b|\d{4}-\d\d-\d\d[T ]?|\d\d?:\d\d(:\d\d)?(\.\d+)?(\+00:00)?"
)
_IMPORT: Final = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")
_FETCHED: Final = re.compile(
    r"""url\(\s*["']?\s*((?:https?:)?//[^)"']+)|["'`]((?:https?:|wss?:)?//[\w.-]+\.\w+[^"'`]*)"""
)


class PageSuite(PageBase):
    """All requirements of a page; a plugin's test file subclasses it.

    Each requirement is one test. The page is in a site of its own, whose data folder holds a
    file of two boards, and is asked as a browser asks.

        class TestClub(PageSuite):
            page_name = "club"

    Attributes:
        page_name: the page's name.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
    """

    # The declaration ------------------------------------------------------------------------

    @requirement(level=1)
    def test_declaration_is_light(self) -> None:
        """Importing the declaration adds nothing outside the standard library and overtrick."""
        check_light(self.plugin or declaring_module(self.manager, PAGES, self.page_name))

    @requirement(level=1)
    def test_spec_fields_are_valid(self) -> None:
        """The specification is complete and valid, and can be pickled."""
        spec = self.spec
        check_summary(spec.summary)
        assert 0 < len(spec.title) <= 24, f"a title is a word or two, not {spec.title!r}"
        assert spec.title == spec.title.strip(), "the title has blanks around it"
        assert pickle.loads(pickle.dumps(spec)) == spec  # noqa: S301  # our own bytes

    @requirement(level=1, after=("test_spec_fields_are_valid",))
    def test_references_resolve(self) -> None:
        """The routes can be loaded; the declared folders and catalogues exist."""
        spec = self.spec
        check_callable("routes", spec.routes, 1)
        for what, folder in (("static", spec.static), ("templates", spec.templates)):
            assert folder is None or _folder(folder).is_dir(), f"{what} {folder} is not there"
        if spec.catalogue is not None:
            found = _folder(f"{spec.catalogue}:locale")
            assert list(found.glob("*.po")), f"the package {spec.catalogue} has no locale/*.po"

    @requirement(level=1, after=("test_references_resolve",))
    def test_loads_for_each_role(self) -> None:
        """Each role of the page gets its routes, and one of them is its front page."""
        for role in self.roles:
            with self.served(role) as served:
                front = f"/{self.page_name}/"
                assert any(route.path == front for route in served.routes()), (
                    f"no route has the path '/': {front} would lead to nothing"
                )

    # What is answered -----------------------------------------------------------------------

    @requirement(level=1, after=("test_loads_for_each_role",))
    def test_every_address_answers(self) -> None:
        """Every route that accepts GET answers, for each role; the front is a complete page."""
        for role in self.roles:
            with self.served(role) as served:
                for answer in served.answers():
                    assert answer.status < 400, f"{answer.path} answers with {answer.status}"
                front = served.get(f"/{self.page_name}/")
                assert front.is_full_page or front.status in _REDIRECT, (
                    f"{front.path} is no whole page: it has no <!doctype html>"
                )

    @requirement(level=1, after=("test_every_address_answers",))
    def test_pages_stand_in_the_layout(self) -> None:
        """A complete page has its language, a title, one h1, and the landmarks of the layout."""
        with self.served() as served:
            for answer in served.answers():
                if answer.is_full_page and not _is_framed(answer):
                    _check_layout(answer)

    @requirement(level=1, after=("test_pages_stand_in_the_layout",))
    def test_every_language_is_shown(self) -> None:
        """The page works in each language of the site, and declares it."""
        with self.served() as served:
            for language in LANGUAGES:
                cookie = f"{LANGUAGE_COOKIE}={language}"
                for answer in served.answers(cookie=cookie):
                    assert answer.status < 400, f"in {language} {answer.path} fails"
                    is_ours = answer.is_full_page and not _is_framed(answer)
                    stated = MarkupFacts(answer.text).language if is_ours else language
                    assert stated == language, f"in {language} {answer.path} is in {stated}"

    @requirement(level=1)
    def test_words_can_be_translated(self) -> None:
        """Every word of a template is in `_()`, except names and words equal in all languages."""
        if self.spec.templates is None:
            skip(f"the page {self.page_name} has no templates")
        found = list(unmarked(_folder(self.spec.templates)))
        assert not found, "not marked for translation: " + "; ".join(found[:5])

    # What a page may not do -----------------------------------------------------------------

    @requirement(level=1, after=("test_every_address_answers",))
    def test_nothing_runs_inline(self) -> None:
        """The HTML has no inline script, style or handler: the site's policy forbids them.

        What is shown in a frame may have styles: it brings the policy for that.
        """
        with self.served() as served:
            for answer in served.answers():
                if answer.is_page and not _is_framed(answer):
                    runs = MarkupFacts(answer.text).runs
                    assert not runs, f"{answer.path} has {', '.join(runs[:3])}"

    @requirement(level=1, after=("test_every_address_answers",))
    def test_nothing_comes_from_elsewhere(self) -> None:
        """No resource is loaded from another host, by the HTML or by a static file."""
        with self.served() as served:
            for answer in served.answers():
                if answer.is_page:
                    found = MarkupFacts(answer.text).elsewhere
                    assert not found, f"{answer.path} has {', '.join(found[:3])}"
        for path in self._static():
            if path.suffix in {".css", ".js", ".mjs", ".svg"}:
                text = path.read_text(encoding="utf-8")
                found = [match[0] for match in _FETCHED.finditer(text)]
                names = [name for name in found if "www.w3.org/" not in name]
                assert not names, f"{path.name} names another host: {names[0][:60]}"

    @requirement(level=1, after=("test_every_address_answers",))
    def test_headers_are_left_to_the_site(self) -> None:
        """HTML is declared as UTF-8; policies and cookies are left to the site."""
        with self.served() as served:
            for answer in served.answers():
                own = {name for name, _ in answer.headers if name in _OF_THE_SITE}
                own |= {name for name, _ in answer.headers if name.startswith("access-control-")}
                if _is_framed(answer):
                    own.discard("content-security-policy")
                assert not own, f"{answer.path} sets {', '.join(sorted(own))}"
                if answer.is_page:
                    kind = answer.header("content-type").replace(" ", "").lower()
                    assert kind == "text/html;charset=utf-8", f"{answer.path} is {kind}"

    @requirement(level=1, after=("test_every_address_answers",))
    def test_asking_changes_nothing(self) -> None:
        """A GET request changes no file: changes are sent by POST."""
        for role in self.roles:
            with self.served(role) as served:
                before = served.state()
                for path in served.addresses():
                    served.get(path)
                    assert served.state() == before, (
                        f"asking for {path} changes the data folder; a link or a reload would"
                    )

    @requirement(level=1, after=("test_every_address_answers",))
    def test_unknown_addresses_are_not_there(self) -> None:
        """A missing address is answered with a page for status 404, and nothing fails."""
        with self.served() as served:
            paths: list[str | None] = [f"/{self.page_name}/{_NOWHERE}/{_NOWHERE}/{_NOWHERE}"]
            for route in served.routes():
                for name, kind in parameters(route).items():
                    value = {"int": "987654321", "float": "987654321.5"}.get(kind, _NOWHERE)
                    if served.asks(route):
                        paths.append(served.address(route, **{name: value}))
            for path in filter(None, paths):
                answer = served.get(path)
                for _ in range(_TURNS):
                    if answer.status in _REDIRECT:
                        answer = served.get(urljoin(answer.path, answer.header("location")))
                assert 400 <= answer.status < 500, f"{path} is answered with {answer.status}"

    # Texts ----------------------------------------------------------------------------------

    @requirement(level=1, after=("test_every_address_answers",))
    def test_words_are_escaped(self) -> None:
        """Text from an address or a form field is escaped in the output."""
        for role in self.roles:
            with self.served(role) as served:
                for answer in self._hostile_answers(served):
                    where = f"{answer.path[:80]} with a hostile text"
                    assert answer.status not in _FAULTY, f"{where} fails in the program"
                    probes = MarkupFacts(answer.text).probes if answer.is_page else ()
                    assert not probes, f"{where} has it as markup: {', '.join(probes[:3])}"
                    assert not _splits(answer), f"{where} has it in its headers"

    def _hostile_answers(self, served: ServedSite) -> Iterator[Answer]:
        looks = [MarkupFacts(answer.text) for answer in served.answers() if answer.is_page]
        for route in served.routes():
            for name, kind in parameters(route).items():
                if served.asks(route) and kind in {"str", "path"}:
                    text = HOSTILE if kind == "path" else HOSTILE_STEP
                    path = served.address(route, **{name: text})
                    if path is not None:
                        yield served.get(path)
        for path in served.addresses():
            more = urlencode({HOSTILE: HOSTILE})
            yield served.get(f"{path}{'&' if '?' in path else '?'}{more}")
        links = {urljoin(f"/{self.page_name}/", link) for look in looks for link in look.links}
        for link in sorted(links):
            parts = urlsplit(link)
            names = [name for name, _ in parse_qsl(parts.query, keep_blank_values=True)]
            if names and self._is_own(parts.path):
                yield served.get(f"{parts.path}?{urlencode(dict.fromkeys(names, HOSTILE))}")
        # What changes something comes last: the addresses above are to find what they ask for.
        forms = {
            (urljoin(f"/{self.page_name}/", form.action), form.method): form
            for look in looks
            for form in look.forms
        }
        for (action, method), form in sorted(forms.items(), key=lambda item: item[0]):
            if self._is_own(urlsplit(action).path):
                yield from _sent(served, action, method, form)

    def _is_own(self, path: str) -> bool:
        return path.startswith(f"/{self.page_name}/")

    # Cards ----------------------------------------------------------------------------------

    @requirement(level=1, after=("test_every_address_answers",))
    def test_no_cards_where_none_are_shown(self) -> None:
        """A page declared to show no cards sends none, in any form.

        Besides looking for the hands of a file it is held that with other cards in the file every
        answer is the same.
        """
        if self.spec.shows_cards:
            skip(f"the page {self.page_name} says that it shows cards")
        for role in self.roles:
            responses = [self._responses(role, deal) for deal in (DEALS[0], DEALS[1], DEALS[0])]
            for path, body in responses[0].items():
                compact = re.sub(r"<[^>]*>|[^0-9A-Za-z]", "", body).replace("10", "T")
                found = [suit for suit in _long_suits(DEALS[0]) if suit in compact]
                assert not found, f"{path} shows cards to a {role}: {', '.join(found)}"
                # Where the answers differ by themselves, others cards need not be the reason.
                is_steady = body == responses[2].get(path)
                assert not is_steady or body == responses[1].get(path), (
                    f"{path} is another page for a {role} when the cards are others: it tells them"
                )

    def _responses(self, role: Role, deal: str) -> dict[str, str]:
        """Return the responses by address, without the parts that differ between folders."""
        with self.served(role, deal) as served:
            return {
                _CHANGING.sub("", answer.path): _CHANGING.sub("", answer.text)
                for answer in served.answers()
            }

    @requirement(level=1, after=("test_loads_for_each_role",))
    def test_who_sees_no_cards_has_no_page_of_cards(self) -> None:
        """A page that shows cards does not exist for a dealer."""
        if not self.spec.shows_cards:
            skip(f"the page {self.page_name} says that it shows no cards")
        with self.served() as mine:
            paths = [urlsplit(path).path for path in mine.addresses()]
        with self.served(Role.DEALER) as served:
            for path in paths:
                answer = served.get(path)
                assert answer.status == 404, f"a dealer gets {path}: {answer.status}"

    # Static files ---------------------------------------------------------------------------

    def _static(self) -> Sequence[Path]:
        if self.spec.static is None:
            return ()
        return [path for path in sorted(_folder(self.spec.static).rglob("*")) if path.is_file()]

    @requirement(level=1, after=("test_references_resolve",))
    def test_static_files_are_small(self) -> None:
        """Every static file is at most 64 KiB, with a name that browsers do not misread.

        A name has small letters, digits, `-` and `_`, and a suffix.
        """
        for path in self._static():
            size = path.stat().st_size
            assert size <= MOST_OF_A_FILE, f"{path.name} has {size:,} bytes"
            if not path.name.startswith("."):
                assert re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9]+)+", path.name), (
                    f"{path.name} is no name that is the same on every system"
                )

    @requirement(level=1, after=("test_every_address_answers", "test_static_files_are_small"))
    def test_loads_little(self) -> None:
        """The resources of a page exist, and have less than 150 kB together with the page."""
        with self.served() as served:
            for answer in served.answers():
                if not answer.is_full_page or _is_framed(answer):
                    continue
                size = len(answer.body)
                waiting = [urljoin(answer.path, path) for path in MarkupFacts(answer.text).loads]
                seen: set[str] = set()
                while waiting:
                    path = waiting.pop()
                    if urlsplit(path).path in seen:
                        continue
                    seen.add(urlsplit(path).path)
                    loaded = served.get(path)
                    assert loaded.status < 400, f"{answer.path} loads {path}, which is not there"
                    size += len(loaded.body)
                    if "javascript" in loaded.header("content-type"):
                        waiting += [urljoin(path, name) for name in _IMPORT.findall(loaded.text)]
                assert size <= MOST_OF_A_PAGE, f"{answer.path} and what it loads: {size:,} bytes"


def _folder(reference: str) -> Path:
    package, _, name = reference.partition(":")
    (path, *_) = importlib.import_module(package).__path__
    return Path(path, name)


def _is_framed(answer: Answer) -> bool:
    """Return whether a response is shown in a frame, in which nothing can run."""
    return answer.header("content-security-policy") in {PREVIEW_POLICY, DATA_POLICY}


def _check_layout(answer: Answer) -> None:
    look = MarkupFacts(answer.text)
    assert look.language in LANGUAGES, f"{answer.path}: <html> has the language {look.language}"
    # The layout writes the name of the program behind it.
    own = look.title.strip().removesuffix("overtrick").strip(" –")
    assert own, f"{answer.path} has no title"
    assert look.count.get("h1", 0) == 1, f"{answer.path} has {look.count.get('h1', 0)} h1, not one"
    for landmark in ("main", "nav", "header"):
        assert look.count.get(landmark), (
            f"{answer.path} has no <{landmark}>: its template extends site/layout.html"
        )
    assert look.count.get("main") == 1, f"{answer.path} has more than one <main>"


def _sent(served: ServedSite, action: str, method: str, form: Form) -> Iterator[Answer]:
    """Yield the responses to a form with hostile texts, and those of its redirects."""
    fields = [*form.fields, *((name, HOSTILE) for name in form.texts)]
    if method != "post":
        yield served.get(f"{urlsplit(action).path}?{urlencode(fields)}")
        return
    if form.files:
        files = [(name, f"{HOSTILE}.pbn", file_of_boards(DEALS[1])) for name in form.files]
        headers, body = as_parts(fields, files)
    else:
        headers, body = as_form(fields)
    answer = ask(served.app, action, method="POST", headers=headers, body=body)
    yield answer
    if answer.status in _REDIRECT:
        yield served.get(urljoin(action, answer.header("location")))


def _splits(answer: Answer) -> bool:
    """Return whether a header has the hostile text unquoted."""
    return any(HOSTILE[:20] in value for _, value in answer.headers)


def _long_suits(deal: str) -> list[str]:
    """Return the suits of four and more cards, except texts of digits only."""
    suits = re.split(r"[ .:]", deal)
    return [suit for suit in suits if len(suit) > 3 and not suit.isdigit()]
