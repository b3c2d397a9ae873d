"""How a file is laid out that nobody has read yet, and what speaks for it."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick import Deal
from overtrick_testing.skeleton.sampling import _KNOWN, look_at

SHUFFLED = random.Random(20261122)


def hands() -> list[int]:
    """Return the holders of 52 cards, shuffled."""
    holders = [0, 1, 2, 3] * 13
    SHUFFLED.shuffle(holders)
    return holders


def packed(number: int) -> bytes:
    """Return a record in two bits a card: nothing in it comes again but the count."""
    holders = sum(holder << 2 * card for card, holder in enumerate(hands()))
    return bytes([number]) + holders.to_bytes(13, "little")


def plain(number: int) -> bytes:
    """Return a record with much that is the same in each."""
    return b"BRD" + bytes([number, 0, 0]) + bytes(hands()) + bytes(20)


@pytest.mark.parametrize("boards", [9, 16, 36])
def test_records_are_told_by_a_number_that_counts_on(boards: int) -> None:
    look = look_at(b"".join(map(packed, range(1, boards + 1))))
    assert (look.shape, look.size, look.start, look.is_binary) == ("records", 14, 0, True)
    assert "what stands 14 bytes further on is one more: column 0" in look.reasons
    assert look.reasons[-1] == f"the length, {14 * boards}, is {boards} times 14"


@pytest.mark.parametrize(
    ("boards", "header"), [(3, b""), (36, b""), (7, b"HEAD\0\x01"), (36, b"HEAD\0\x01")]
)
def test_records_are_told_by_what_comes_again(boards: int, header: bytes) -> None:
    look = look_at(header + b"".join(map(plain, range(1, boards + 1))))
    assert (look.shape, look.size, look.start) == ("records", 78, len(header))
    assert f"{boards} times 78" in look.reasons[-1]
    assert ("header" in look.words) is bool(header)


def test_without_any_repetition_the_length_is_divided_and_that_is_called_a_guess() -> None:
    look = look_at(b"".join(packed(0)[1:] for _ in range(7)))
    assert (look.size, look.start) == (13, 0)
    assert "this is a guess: its length can be divided by 13, 91" in look.reasons[1]


def test_text_without_ends_of_lines_is_records_of_text() -> None:
    look = look_at(b"".join(b"%3d" % n + bytes(48 + h for h in hands()) for n in range(1, 37)))
    assert (look.shape, look.size, look.is_binary) == ("records", 55, False)
    assert look.words == "records of 55 characters of text"


DEAL = Deal.parse("N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_and_their_cells_are_told(end: str) -> None:
    look = look_at("".join(f"{n};N;{DEAL}{end}" for n in range(1, 5)).encode())
    assert (look.shape, look.is_binary) == ("lines", False)
    assert look.reasons[-1] == "each line has 2 semicolons: 3 cells"
    assert look.reasons[1] == "it has 4 lines, and no blank lines that divide blocks of them"


def test_blocks_are_told_by_the_blank_lines_between_them() -> None:
    look = look_at("\n\n".join(f"Board {n}\nHôtel\n{DEAL}" for n in (1, 2)).encode("latin-1"))
    assert (look.shape, look.is_binary) == ("blocks", False)
    assert look.reasons == (
        "it is text, though not UTF-8, without control characters",
        "blank lines divide its 6 lines into 2 blocks",
        "a block has 3 lines",
    )


def test_blank_lines_between_single_lines_make_no_blocks() -> None:
    assert look_at(b"1 N\n\n2 E\n\n3 S\n").shape == "lines"


@given(st.binary(min_size=1, max_size=300))
def test_any_file_looks_like_something(data: bytes) -> None:
    assume(data.decode("latin-1").strip())
    # What another kind of file begins with is refused by its name.
    assume(not data.startswith(tuple(_KNOWN)))
    look = look_at(data)
    assert look.reasons
    if look.shape == "records":
        assert 0 < look.size <= len(data)
        assert look.start == len(data) % look.size


@pytest.mark.parametrize("data", [b"", b" ", b"\r\n\n"])
def test_an_empty_file_looks_like_nothing(data: bytes) -> None:
    with pytest.raises(ValueError, match="empty"):
        look_at(data)
