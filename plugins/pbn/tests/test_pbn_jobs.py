"""One PBN file checked and converted in parts: what comes of it is what one process makes of it."""

from __future__ import annotations

import random

import pytest

from overtrick.commands import Job, perform
from overtrick.commands import Job as ConvertJob
from overtrick.commands import parts as parts_of_check
from overtrick.commands import perform as convert
from overtrick.files import splitting
from overtrick.plugin import FoundFile, default_manager

GAME = '[Event "Cup"]\n[Site "Club"]\n[Board "{}"]\n[Deal "?"]\n\n'

# What is remembered from one game to the next, and what is said once a file.
ACROSS = [
    '[DealId "same"]\n[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. -"]\n',
    '[DealId "same"]\n[Deal "N:T52.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 873.T9543.K9732. -"]\n',
    '[Event "##Open"]\n', '[Site "#"]\n', '[Event "#"]\n', '[Board "##x"]\n', '[Foo "##1"]\n',
    "; " + "long " * 20 + "\n", '[Room "\xa3"]\n', "{a\n\nb}\n", '[Board "1"]\n[Board "1"]\n',
    "\n{between}\n\n", '[Contract "3n"]\n', '[Dealer "n"]\n', '[Result "99"]\n', " \n\n", "\t",
    '[Foo "##2"]\n[Foo "##3"]\n', '[Date "##2020"]\n', "%a line\n", '[broken "x]\n',
]  # fmt: skip


class Alone:
    """Does the work on the parts in this process, as other processes would."""

    def __init__(self, work, parts, processes):
        self.parts = [(part, work(part)) for part in parts]

    def results(self):
        return iter(self.parts)

    def close(self):
        Alone.used = len(self.parts)

    used = 0


@pytest.fixture
def alone(monkeypatch):
    """All parts are worked on in this process; returns how to set their size."""
    monkeypatch.setattr("overtrick.cli.linter.parts.Crew", Alone)
    monkeypatch.setattr("overtrick.files.splitting.Crew", Alone)

    def of_size(size):
        monkeypatch.setattr(splitting, "PART", size)
        Alone.used = 0

    return of_size


def odd_file(r, pbn_games):
    """Return the bytes of a file with much that goes from game to game."""
    newline = r.choice(["\n", "\n", "\r\n"])
    head = r.choice(["% PBN 2.1\n", "% PBN 2.1\n% EXPORT\n", "", "\ufeff% PBN 2.1\n"])
    games = []
    for number in range(1, r.choice([8, 25])):
        game = GAME.format(number)
        if r.random() < 0.3:
            game = pbn_games.random_game(r, wild=r.random() < 0.3).strip() + "\n\n"
        while r.random() < 0.4:
            place = game.find("[", r.randrange(len(game)))
            place = max(place, 0)
            game = game[:place] + r.choice(ACROSS) + game[place:]
        if r.random() < 0.1:
            game = game[:-1] + " \n"
        games.append(game)
    text = (head + r.choice(["", "\n"]) + "".join(games)).replace("\n", newline)
    return text.encode(r.choice(["utf-8", "iso-8859-1"]), "replace")


def checked(path, most, processes):
    job = Job(files=(FoundFile(path=str(path), is_named=True),), most=most, processes=processes)
    (found,) = perform(job)
    return found._replace(trace=None)


def test_the_findings_of_the_parts_are_those_of_the_file(pbn_games, tmp_path, alone):
    path = tmp_path / "x.pbn"
    parts = 0
    for seed in range(40):
        r = random.Random(seed)
        path.write_bytes(odd_file(r, pbn_games))
        alone(r.choice([200, 800, 4000]))
        most = r.choice([None, 0, 1, 3])
        assert checked(path, most, 1) == checked(path, most, 2), seed
        parts += Alone.used
    assert parts > 90


def test_the_findings_of_real_files_are_the_same_in_parts(pbn_shared, tmp_path, alone):
    paths = sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir())
    path = tmp_path / "real.pbn"
    parts = 0
    for real in paths[::12]:
        path.write_bytes(real.read_bytes()[:30_000])
        alone(16_000)
        assert checked(path, 2, 1) == checked(path, 2, 2), real
        parts += Alone.used
    assert parts > 20


def test_a_deal_that_an_earlier_part_has_under_the_same_id_counts(tmp_path, alone):
    path = tmp_path / "x.pbn"
    hands = ["T53.AJ7.AT.AQ762", "T52.AJ7.AT.AQ762"]
    path.write_text(
        "% PBN 2.1\n"
        + "".join(
            f'[Board "{n}"]\n[DealId "{n % 3}"]\n[Deal "N:{hands[n > 20]} - - -"]\n\n'
            for n in range(1, 41)
        )
    )
    alone(3000)
    one = checked(path, None, 1)
    assert one == checked(path, None, 2)
    assert Alone.used > 5
    assert [item.location.board for item in one.findings if item.code == "PBN411"] == [
        *range(21, 41)
    ]


def test_mends_that_are_offered_no_more_are_so_in_parts_too(tmp_path, alone, monkeypatch):
    monkeypatch.setattr("overtrick_pbn.check.fixes._FIRST_READINGS", 12)
    path = tmp_path / "x.pbn"
    path.write_text("% PBN 2.1\n" + '[Dealer "n"]\n\n' * 60)
    alone(1600)
    one = checked(path, None, 1)
    assert one == checked(path, None, 2)
    assert Alone.used > 5
    assert {item.fix is None for item in one.findings if item.hint} == {True, False}


def test_the_text_of_a_rule_that_sees_whole_files_is_left_to_one_process(
    tmp_path, alone, monkeypatch
):
    monkeypatch.setattr("overtrick.files.checking.looks_at_files", lambda *_: True)
    path = tmp_path / "x.pbn"
    path.write_text("".join(map(GAME.format, range(1, 40))))
    alone(500)
    assert checked(path, None, 1) == checked(path, None, 2)
    assert Alone.used == 0


def test_a_file_that_cannot_be_read_to_its_end_is_told_of_by_one_process(
    tmp_path, alone, monkeypatch
):
    path = tmp_path / "x.pbn"
    path.write_text("".join(map(GAME.format, range(1, 40))))
    alone(500)

    class Refusing(Alone):
        def results(self):
            yield self.parts[0]
            raise OSError(5, "no")

    monkeypatch.setattr(parts_of_check, "Crew", Refusing)
    assert checked(path, None, 1) == checked(path, None, 2)


LATIN = [
    "Caf\xe9", "\u0141\xf3d\u017a", "\xc3\xa9",  # of Latin-1, not of it, in it taken for UTF-8
]  # fmt: skip

TARGETS = {
    "preserve.pbn": (),
    "export.pbn": (("style", "export"), ("creator", "Caf\xe9")),
    "plain.pbn": (("style", "plain"), ("long-values", "cut")),
    "latin-1.pbn": (("style", "export"), ("encoding", "latin-1")),
    "utf-8.pbn": (("style", "plain"), ("encoding", "utf-8")),
    "match.lin": (),
    "match.lin.gz": (),
    "deals.csv": (),
    "deals.bhg": (),
}
# The package's own tests run with PBN alone as well.
FORMATS = default_manager().formats()
TARGETS = {name: how for name, how in TARGETS.items() if name.split(".")[1] in FORMATS}


def converted(path, target, processes, **how):
    target.unlink(missing_ok=True)
    options = TARGETS.get(target.name, ())
    job = ConvertJob(
        source=str(path), target=str(target), options=options, processes=processes, **how
    )
    outcome = convert(job)
    said = outcome._replace(job=None, trace=None)
    return said, target.read_bytes() if target.exists() else None


def check_conversions(r, path, tmp_path, targets):
    """Hold parts against the whole; return how many parts there were."""
    parts = 0
    for name in targets:
        how = {
            "keep_going": r.random() < 0.7, "strict": r.random() < 0.1,
            "fail_on_loss": r.random() < 0.1,
        }  # fmt: skip
        target = tmp_path / name
        Alone.used = 0
        assert converted(path, target, 1, **how) == converted(path, target, 2, **how), name
        parts += Alone.used
    return parts


def test_what_is_written_in_parts_is_the_file(pbn_games, tmp_path, alone):
    path = tmp_path / "x.pbn"
    parts = 0
    for seed in range(24):
        r = random.Random(seed)
        text = odd_file(r, pbn_games).decode("iso-8859-1")
        while r.random() < 0.4:
            text = text.replace("Cup", r.choice(LATIN), r.choice([1, 5]))
        path.write_bytes(text.encode(r.choice(["utf-8", "iso-8859-1"]), "replace"))
        alone(r.choice([300, 2000]))
        parts += check_conversions(r, path, tmp_path, r.sample(sorted(TARGETS), 3))
    assert parts > 90


def test_whole_boards_are_written_in_parts_of_every_format(tmp_path, alone):
    deal = '[Dealer "N"]\n[Vulnerable "None"]\n[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 - -"]\n'
    whole = deal.replace("- -", "872.T9543.K9732. Q64.K862.84.9543")
    for seed in range(4):
        r = random.Random(seed)
        games = []
        for number in range(1, 40):
            game = f'[Event "Cup"]\n[Board "{number}"]\n[HomeTeam "{number // 30}"]\n' + whole
            if r.random() < 0.05:
                game = game.replace("Cup", r.choice([*LATIN, "Other", "#"]))
            if seed == 3 and r.random() < 0.2:
                game = game.replace(f'[Board "{number}"]\n', "")
            games.append(game + "\n")
        path = tmp_path / "x.pbn"
        path.write_text("".join(games), encoding="utf-8")
        alone(4000)
        assert check_conversions(r, path, tmp_path, TARGETS) > 20


def test_real_files_are_written_in_parts(pbn_shared, tmp_path, alone):
    paths = sorted((pbn_shared / "corpus" / "wild" / "pbn").iterdir())
    path = tmp_path / "real.pbn"
    parts = 0
    for number, real in enumerate(paths[5::14]):
        r = random.Random(number)
        path.write_bytes(real.read_bytes()[:20_000])
        alone(16_000)
        parts += check_conversions(r, path, tmp_path, r.sample(sorted(TARGETS), 2))
    assert parts > 30


def test_a_target_is_as_it_was_where_a_part_cannot_be_written(tmp_path, alone, monkeypatch):
    pytest.importorskip("overtrick_lin")
    path, target = tmp_path / "x.pbn", tmp_path / "x.lin"
    path.write_text("".join(map(GAME.format, range(1, 40))))
    target.write_text("old")
    alone(1000)
    job = ConvertJob(source=str(path), target=str(target), processes=2, force=True)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("overtrick_lin.joiner.Joiner.add", full)
    monkeypatch.setattr("overtrick_lin.writer.Output.board", full)
    assert convert(job).code == 1
    assert target.read_text() == "old"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["x.lin", "x.pbn"]


def test_two_real_processes_give_what_one_gives(tmp_path, monkeypatch):
    monkeypatch.setattr(splitting, "PART", 8000)
    r = random.Random(3)
    games = [
        GAME.format(number).replace("Cup", r.choice(["Cup", "Caf\xe9"])) for number in range(300)
    ]
    games[200] = '[Event "#"]\n[Board "x"]\n[Dealer "Q"]\n\n'
    path = tmp_path / "x.pbn"
    path.write_text("".join(games), encoding="utf-8")
    assert checked(path, 3, 1) == checked(path, 3, 2)
    for name in TARGETS.keys() & {"preserve.pbn", "export.pbn", "match.lin"}:
        one = converted(path, tmp_path / name, 1, keep_going=True)
        assert one[0].written
        assert one == converted(path, tmp_path / name, 2, keep_going=True)
