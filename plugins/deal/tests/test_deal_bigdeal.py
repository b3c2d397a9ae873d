"""RIPEMD-160 by its published vectors, and BigDeal's deals by its own logs."""

from __future__ import annotations

import hashlib
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick_deal import DEALS, DealingError, bigdeal_numbers
from overtrick_deal.verifiable import ripemd160 as module
from overtrick_deal.verifiable.ripemd160 import ripemd160, ripemd160_in_python

DATA = Path(__file__).parent / "data"

# The vectors of the paper, and the two of its page for long messages.
VECTORS = {
    b"": "9c1185a5c5e9fc54612808977ee8f548b2258d31",
    b"a": "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe",
    b"abc": "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc",
    b"message digest": "5d0689ef49d2fae572b881b123a85ffa21595f36",
    b"abcdefghijklmnopqrstuvwxyz": "f71c27109c692c1b56bbdceb5b9d2865b3708dbc",
    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq": (
        "12a053384a9c0c88e405a06c27dcf49ada62eb2b"
    ),
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": (
        "b0e20b6e3116640286ed3a87a5713079b21f5189"
    ),
    b"1234567890" * 8: "9b752e45573d4b39f4dbd3323cab82bf63326bfb",
}

# What BigDeal logged for sessions of the World Bridge Games 2024 (`deallog.txt`): the bytes that it
# collected, and their hash, the random part of the seed.
LOGGED = {
    "584d59785642624a5a6157586e4a663233334349354d4a6f376275685052"
    "4e444d794e7a55754f54453d6f726967696e616c": "648CC374641E68A57C20772F6ACF5D4565033E8F",
    "4162794166756f63666564324646336c777370374a777838417671435235"
    "4e444d794e7a55754f54453d6f726967696e616c": "AC7073D2D9155D1A5DCD21BFF3821DE5A00BF1E7",
    "bb1f990fe6c5f8dc3b55105f57d18762271a888e85f824b66a8e78047d6666b1fcecc1d202590e93": (
        "E28744C4066945710D5F7A7960D8836E9D254D56"
    ),
}


@pytest.fixture(params=["hashlib", "python"])
def hash_of(request, monkeypatch):
    """The hash by either way; the first only where OpenSSL still has it."""
    if request.param == "python":

        def no_such_hash(name, data=b"", **keywords):
            raise ValueError(name)

        monkeypatch.setattr(hashlib, "new", no_such_hash)
    module._is_in_hashlib.cache_clear()
    if request.param == "hashlib" and not module._is_in_hashlib():
        pytest.skip("this OpenSSL has no RIPEMD-160")
    yield ripemd160
    monkeypatch.undo()
    module._is_in_hashlib.cache_clear()


def test_the_published_vectors(hash_of):
    for data, digest in VECTORS.items():
        assert hash_of(data).hex() == digest
        assert ripemd160_in_python(data).hex() == digest


def test_the_hashes_that_bigdeal_logged(hash_of):
    for data, digest in LOGGED.items():
        assert hash_of(bytes.fromhex(data)).hex().upper() == digest


@given(st.binary(max_size=200))
def test_both_ways_are_one(data):
    assert ripemd160(data) == ripemd160_in_python(data)


def test_a_set_of_bigdeal_again_from_what_it_logged(hash_of):
    # The first session of the final: the hash as logged, and the owner that SquareDeal gave it.
    random = bytes.fromhex("8C07883D1632F4E806FDF1E983397F55AA159593")
    owner = "cWlFbF3SBbs8NpAq9kRxjIHzZcUkZm"
    text = (DATA / "numbers.txt").read_text().partition("FIN1\n")[2].partition("MXRR29")[0]
    written = [int(line.replace(",", "")) for line in text.splitlines()]
    assert list(islice(bigdeal_numbers(random, owner), 16)) == written
    assert list(islice(bigdeal_numbers(random, owner.encode()), 16)) == written
    assert next(bigdeal_numbers(random, "Identification of owner or tournament")) != written[0]


def test_numbers_are_those_of_deals_and_evenly_spread():
    numbers = list(islice(bigdeal_numbers(bytes(range(20)), "club"), 1000))
    assert len(set(numbers)) == 1000
    assert all(0 <= number < DEALS for number in numbers)
    # Four standard errors are 63.
    assert 437 < sum(number < DEALS // 2 for number in numbers) < 563


def test_a_set_takes_twenty_random_bytes():
    with pytest.raises(DealingError, match="20 random bytes, not 19"):
        bigdeal_numbers(bytes(19))
