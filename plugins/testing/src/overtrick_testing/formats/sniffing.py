"""Requirements of a sniffer: total, pure, true to its suffixes, and modest about strangers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hypothesis import strategies as st

from overtrick import OvertrickError
from overtrick.plugin import (
    HEAD_LENGTH,
    Confidence,
    FormatSpec,
    Options,
    Probe,
    default_manager,
    describe_options,
    resolve,
)
from overtrick_testing.formats.strangers import strangers
from overtrick_testing.fuzzing import damaged
from overtrick_testing.harness import Harness
from overtrick_testing.requirements import SuiteBase, requirement, skip

STRANGERS: Final = {
    "pbn": b'% PBN 2.1\r\n[Event "Club"]\r\n[Board "1"]\r\n[Dealer "N"]\r\n[Vulnerable "None"]\r\n'
    b'[Deal "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543"]\r\n',
    "lin": b"pn|Sue,Wil,Nan,Eve|st||md|3S872HT9543DK9732C,SQ64HK862D84C9543,ST53HAJ7DATCAQ762|"
    b"rh||ah|Board 1|sv|o|mb|p|mb|1N|mb|p|mb|p|mb|p|pg||\r\n",
    "dlm": b"[Document]\r\nHeadline=Duplimate deals\r\nFrom board=1\r\nTo board=1\r\n",
    "html": b"<!DOCTYPE html>\n<html><head><title>Results</title></head><body></body></html>\n",
    "json": b'{"boards": [{"number": 1, "dealer": "N"}], "event": "Club"}\n',
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x10\x08\x06",
    "zip": b"PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00!\x00" + bytes(range(64)),
    "prose": b"The club meets on Tuesdays.\nPlease bring a partner, or ring the host.\n",
    "binary": bytes(range(256)) * 2,
    "zeros": bytes(4096),
    "blanks": b" \n" * 100,
}
"""The beginnings of files that every sniffer but their own format's must leave alone."""


def head_of(data: bytes, suffix: str) -> Probe:
    """Return the probe of a whole file."""
    return Probe(head=data[:HEAD_LENGTH], suffix=suffix, size=len(data))


def _words(data: bytes) -> Iterator[bytes]:
    """Yield what a file begins with, and what its lines begin with."""
    head = data[:HEAD_LENGTH]
    yield from (head[:length] for length in (4, 8, 16) if head[:length].strip())
    for line in head.splitlines()[:20]:
        if word := line.strip()[:12].strip():
            yield word


def _quotations(word: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield files of other kinds in which a word occurs, with their names."""
    prose = STRANGERS["prose"]
    yield "a letter", prose[:34] + word + prose[34:]
    yield "a letter that ends so", prose + word
    yield "a table of commas", b"name,remark\nAda North," + word + b",7\n"
    yield "a binary file", bytes(range(128, 256)) + word + bytes(range(128, 256))


class SniffingRequirements(SuiteBase):
    """What a sniffer owes: part of `FormatSuite`."""

    def need_sniffer(self) -> FormatSpec:
        """Return the specification, or skip where the core alone tells the format."""
        if self.spec.sniffer is None:
            skip(f"{self.format_name} has no sniffer: suffix and magic decide")
        return self.spec

    def ask(self, probe: Probe) -> Confidence:
        """Return what the sniffer says of a probe."""
        answer = resolve(str(self.spec.sniffer))(probe)
        assert isinstance(answer, Confidence), f"the sniffer gave {answer!r}, no Confidence"
        return answer

    @requirement(level=1)
    def test_sniffer_is_total_and_pure(self) -> None:
        """The sniffer answers on any bytes, without an exception, and twice the same."""
        suffixes = ["", ".txt", *self.need_sniffer().suffixes]

        def check(drawn: tuple[bytes, str, int | None]) -> None:
            head, suffix, size = drawn
            probe = Probe(head=head[:HEAD_LENGTH], suffix=suffix, size=size)
            assert self.ask(probe) is self.ask(probe), "the sniffer changes its mind"

        for known in (b"", *STRANGERS.values(), *self.samples):
            for suffix in suffixes:
                for size in (None, len(known), 1 << 40):
                    check((known, suffix, size))
        content = st.binary(max_size=300)
        if self.samples:
            content = content | damaged(self.samples)
        sizes = st.none() | st.integers(0, 1 << 40)
        self.for_all(check, st.tuples(content, st.sampled_from(suffixes), sizes))

    @requirement(level=1, after=("test_sniffer_leaves_other_formats_alone",))
    def test_sniffer_agrees_with_suffixes(self) -> None:
        """A sound file is recognized under each suffix; a suffix alone is `MAYBE` at most."""
        spec = self.need_sniffer()
        for suffix in spec.suffixes:
            for data in self.samples:
                answer = self.ask(head_of(data, suffix))
                assert answer > Confidence.NO, f"a sound {suffix} file is not recognized"
            for name, data in (("an empty file", b""), *STRANGERS.items()):
                if name != self.format_name:
                    answer = self.ask(head_of(data, suffix))
                    assert answer <= Confidence.MAYBE, (
                        f"{name} named *{suffix} is {answer.name}: only MAYBE may come from a "
                        "suffix alone"
                    )

    @requirement(level=1, after=("test_sniffer_is_total_and_pure",))
    def test_sniffer_leaves_other_formats_alone(self) -> None:
        """The sniffer is less sure of other formats' files than those formats are."""
        self.need_sniffer()
        for name, data in STRANGERS.items():
            if name != self.format_name:
                answer = self.ask(head_of(data, f".{name}"))
                assert answer <= Confidence.MAYBE, f"claims {name}: {answer.name}"
        for other in self.harness.manager.formats():
            if other != self.format_name:
                self._compare(Harness(self.harness.manager, other))

    @requirement(level=2, after=("test_sniffer_leaves_strangers_alone",))
    def test_sniffer_ignores_quotations(self) -> None:
        """A text or a binary file in which words of this format occur is not certainly its own."""
        self.need_sniffer()
        words = dict.fromkeys(
            (*self.spec.magic, *(w for data in self.samples for w in _words(data)))
        )
        for word in words:
            for name, data in _quotations(word):
                answer = self.ask(head_of(data, ""))
                assert answer < Confidence.CERTAIN, (
                    f"{name} in which {word!r} occurs is {answer.name}: {data[:60]!r}"
                )

    @requirement(level=2, after=("test_sniffer_leaves_other_formats_alone",))
    def test_sniffer_leaves_strangers_alone(self) -> None:
        """Of a hundred files of other kinds, and all installed formats' own, it claims none.

        Formats are tried in every choice of every option, as far as they are more sure than a
        suffix makes them.
        """
        self.need_sniffer()
        for name, data in strangers().items():
            suffix = f".{name.rpartition('.')[2]}" if "." in name else ""
            for named in dict.fromkeys((suffix, "")):
                answer = self.ask(head_of(data, named))
                assert answer <= Confidence.MAYBE, (
                    f"{name} is no file of this format, and the sniffer says {answer.name}: "
                    f"{data[:60]!r}"
                )
        manager = default_manager()
        for other, spec in manager.formats().items():
            if other == self.format_name or spec.writer is None or spec.sniffer is None:
                continue
            harness = Harness(manager, other)
            try:
                options = describe_options(spec)
            except OvertrickError:
                continue  # a plugin that does not work is no fault of this one
            for info in options:
                for choice in info.choices if info.direction == "write" else ():
                    self._compare(harness, {info.name: choice})

    def _compare(self, other: Harness, options: Options | None = None) -> None:
        if other.spec.writer is None or other.spec.sniffer is None:
            return
        written = other.try_write(self.make_examples(other.spec.carries), options=options)
        if written is None:
            return
        for suffix in other.spec.suffixes:
            probe = head_of(written.data, suffix)
            ours = self.ask(probe)
            try:
                theirs = Confidence(resolve(other.spec.sniffer)(probe))
            except Exception:  # noqa: BLE001  # a plugin that does not work is no fault of this one
                return
            assert ours < theirs or ours is Confidence.NO, (
                f"of a file of {other.spec.name} ({suffix}), {self.format_name} is {ours.name} "
                f"and {other.spec.name} is {theirs.name}"
            )
