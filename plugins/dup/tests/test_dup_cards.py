"""The two ways to write a deal, over generated deals and orders."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import overtrick
from overtrick_dup import cards, faults

NUMBERS = st.permutations(range(1, 53)).map(lambda pack: pack[:39])


def part_of(numbers):
    return b"".join(b"%02d" % number for number in numbers)


def masks_of(numbers):
    north, east, south = (
        sum(1 << 52 - number for number in numbers[at : at + 13]) for at in (0, 13, 26)
    )
    return north, east, south, cards.PACK ^ north ^ east ^ south


@given(NUMBERS)
def test_both_parts_are_read_and_written(numbers):
    masks = masks_of(numbers)
    assert cards.decode_bri(part_of(numbers)) == masks
    assert cards.decode_bri(cards.encode_bri(masks)) == masks
    assert cards.decode_dge(cards.encode_dge(masks)) == masks
    assert faults.split_dge(cards.encode_dge(masks)) == (masks, [])
    assert list(faults.bri_faults(part_of(numbers))) == []
    assert cards.to_deal(masks) == overtrick.Deal.from_masks(*masks)
    assert hash(cards.to_deal(masks)) == hash(overtrick.Deal.from_masks(*masks))


@given(NUMBERS, st.integers(0, 38), st.integers(0, 38))
def test_sorted_means_that_each_hand_ascends(numbers, one, two):
    hands = [sorted(numbers[at : at + 13]) for at in (0, 13, 26)]
    ordered = [number for hand in hands for number in hand]
    assert cards.is_sorted(part_of(ordered))
    assert cards.encode_bri(masks_of(ordered)) == part_of(ordered)
    ordered[one], ordered[two] = ordered[two], ordered[one]
    expected = all(ordered[at : at + 13] == sorted(ordered[at : at + 13]) for at in (0, 13, 26))
    assert cards.is_sorted(part_of(ordered)) is expected


@given(st.binary(min_size=78, max_size=78))
def test_other_bytes_are_no_deal_and_have_a_fault(part):
    if cards.decode_bri(part) is None:
        assert list(faults.bri_faults(part))


@pytest.mark.slow
def test_a_part_has_faults_if_and_only_if_it_is_no_deal():
    source = random.Random(4)
    for _ in range(3000):
        numbers = source.sample(range(1, 53), 39)
        part = bytearray(part_of(numbers))
        for _ in range(source.randrange(3)):
            part[source.randrange(78)] = source.choice(b"0123456789:aAfF ")
        is_deal = cards.decode_bri(bytes(part)) is not None
        assert is_deal is (not list(faults.bri_faults(bytes(part))))
        dge = bytearray(cards.encode_dge(masks_of(numbers)))
        for _ in range(source.randrange(3)):
            dge[source.randrange(68)] = source.choice(b"AKQJT98765432\x03\x04\x05\x06x")
        masks, found = faults.split_dge(bytes(dge))
        strict = cards.decode_dge(bytes(dge))
        if strict is not None:
            assert (masks, found) == (strict, [])
        else:
            assert found
            assert (masks is None) is any(fault.code != "DUP028" for fault in found)


def test_a_disagreement_of_many_cards_is_cut_short():
    deal = (8191 << 39, 8191 << 26, 8191 << 13, 8191)
    turned = (deal[1], deal[0], deal[2], deal[3])
    text = faults.disagreement(deal, turned)
    assert text == (
        "BRI gives North SA SK SQ SJ ST S9 ..., DGE East; "
        "BRI gives East HA HK HQ HJ HT H9 ..., DGE North"
    )


def test_a_fault_is_a_value():
    fault = faults.Fault(code="DUP020", at=1, values={})
    assert attrs.evolve(fault, at=2) != fault
