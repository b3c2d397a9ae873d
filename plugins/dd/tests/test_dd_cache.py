"""The file of what was solved: shared, bounded, and never in the way."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import warnings

import pytest
from fake_solvers import made_up, random_deals
from hypothesis import given, settings
from hypothesis import strategies as st

import overtrick_dd
from overtrick import Deal
from overtrick_dd.cache import Cache, CacheWarning, cache_path, deal_key, shared_cache
from overtrick_testing.strategies import deals as all_deals


@settings(deadline=None)
@given(st.permutations(range(52)))
def test_a_key_is_the_seat_of_each_card(cards):
    hands = [cards[place : place + 13] for place in (0, 13, 26, 39)]
    deal = Deal.from_masks(*(sum(1 << card for card in hand) for hand in hands))
    number = int.from_bytes(deal_key(deal), "little")
    for seat, hand in enumerate(hands):
        assert all(number >> 2 * card & 3 == seat for card in hand)


def test_what_is_put_is_got(tmp_path):
    cache = Cache(tmp_path / "deep" / "down" / "c.sqlite")
    cache.put([(b"one", b"1"), (b"two", b"2"), (b"one", b"3")])
    assert cache.get([b"one", b"three", b"two"]) == {b"one": b"1", b"two": b"2"}
    many = [b"%d" % number for number in range(2500)]
    cache.put((question, b"x") for question in many)
    assert cache.get(many) == dict.fromkeys(many, b"x")
    cache.close()


def test_the_oldest_make_room(tmp_path):
    cache = Cache(tmp_path / "c.sqlite", most=100)
    for number in range(260):
        cache.put([(b"%d" % number, b"x")])
        assert cache.state().entries <= 100
    left = cache.get([b"%d" % number for number in range(260)])
    assert len(left) >= 95
    assert b"259" in left
    assert b"0" not in left
    cache.close()


def test_clear_empties_the_file_under_all_that_have_it_open(tmp_path):
    path = tmp_path / "c.sqlite"
    cache, other = Cache(path), Cache(path)
    assert cache.clear() == 0
    assert not path.exists()
    cache.put((b"%d" % number, b"x" * 20) for number in range(5000))
    state = other.state()
    assert (state.entries, state.trouble) == (5000, None)
    assert state.size > 100_000
    assert other.clear() == 5000
    assert cache.get([b"1"]) == {}
    cache.put([(b"one", b"1")])
    assert cache.get([b"one"]) == other.get([b"one"]) == {b"one": b"1"}
    cache.close()
    other.close()
    state = Cache(path).state()
    assert state.entries == 1
    assert state.size < 50_000


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
def test_a_file_that_is_removed_by_hand_is_made_again(tmp_path):
    path = tmp_path / "c.sqlite"
    cache = Cache(path)
    cache.put([(b"one", b"1")])
    for one in tmp_path.iterdir():
        one.unlink()
    cache.put([(b"two", b"2")])
    assert cache.get([b"one", b"two"]) == {b"two": b"2"}
    assert Cache(path).get([b"two"]) == {b"two": b"2"}
    cache.close()


@pytest.mark.parametrize("content", [b"hello" * 1000, b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_damaged_file_is_said_once_and_worked_without(tmp_path, content):
    path = tmp_path / "c.sqlite"
    path.write_bytes(content)
    cache = Cache(path)
    with pytest.warns(CacheWarning, match=r"c\.sqlite: .*--cache clear makes a new one"):
        cache.put([(b"one", b"1")])
    # A second warning would be an error here.
    assert cache.get([b"one"]) == {}
    cache.put([(b"one", b"1")])
    assert path.read_bytes() == content
    cache.clear()
    with warnings.catch_warnings(action="error"):
        again = Cache(path)
        again.put([(b"one", b"1")])
        assert again.get([b"one"]) == {b"one": b"1"}
        again.close()


def test_a_folder_that_cannot_be_is_said_once(tmp_path, fakes, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("OVERTRICK_CACHE", str(tmp_path / "file"))
    deals = random_deals(5)
    with pytest.warns(CacheWarning, match="nothing is kept"):
        assert overtrick_dd.tables(deals) == tuple(map(made_up, deals))
    # A second warning would be an error here.
    assert overtrick_dd.tables(deals) == tuple(map(made_up, deals))
    assert sum(fakes.calls) == 10


def test_nonsense_in_the_file_is_solved_again(fakes):
    (deal,) = random_deals(1)
    overtrick_dd.table(deal)
    connection = sqlite3.connect(cache_path())
    with connection:
        connection.execute("UPDATE answers SET answer = ?", (b"\xff" * 20,))
    connection.close()
    assert overtrick_dd.table(deal) == made_up(deal)
    assert fakes.calls == [1, 1]


def test_the_environment_says_where_and_whether(tmp_path, fakes, monkeypatch):
    deals = random_deals(2)
    monkeypatch.setenv("OVERTRICK_CACHE", str(tmp_path / "elsewhere"))
    overtrick_dd.tables(deals)
    assert (tmp_path / "elsewhere" / "double-dummy.sqlite").exists()
    monkeypatch.setenv("OVERTRICK_CACHE", "")
    assert cache_path() is None
    overtrick_dd.tables(deals)
    assert sum(fakes.calls) == 4
    assert shared_cache().state().path is None
    monkeypatch.delenv("OVERTRICK_CACHE")
    assert cache_path().name == "double-dummy.sqlite"
    assert "overtrick" in str(cache_path())


def test_threads_share_one_cache(tmp_path):
    cache = Cache(tmp_path / "c.sqlite")
    found = []

    def work(name):
        for number in range(20):
            question = b"%d-%d" % (name, number)
            cache.put([(question, b"x")])
            found.append(cache.get([question])[question])

    threads = [threading.Thread(target=work, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [b"x"] * 120
    assert cache.state().entries == 120
    cache.close()


def test_many_processes_share_one_file(tmp_path):
    code = (
        "import sys, warnings; warnings.simplefilter('error')\n"
        "from pathlib import Path\n"
        "from overtrick_dd.cache import Cache\n"
        "cache = Cache(Path(sys.argv[1]))\n"
        "for number in range(60):\n"
        "    cache.put([(f'{sys.argv[2]}-{number}'.encode(), b'x'), (b'all', b'y')])\n"
        "    assert cache.get([b'all']) == {b'all': b'y'}\n"
        "cache.close()\n"
    )
    path = tmp_path / "c.sqlite"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    processes = [
        subprocess.Popen([sys.executable, "-c", code, str(path), str(name)], env=environment)
        for name in range(3)
    ]
    assert [process.wait(timeout=60) for process in processes] == [0] * 3
    cache = Cache(path)
    assert cache.state().entries == 181
    cache.close()


@settings(deadline=None, max_examples=20)
@given(all_deals())
def test_only_whole_deals_are_asked_for(deal):
    whole = deal.completed()
    if whole.is_complete:
        assert len(deal_key(whole)) == 13
