"""A made-up format that counts dealt copies: `BOARD COUNT DEAL` a line, a count of one digit."""

from __future__ import annotations

import re

import overtrick
from overtrick.plugin import DealCounterSpec, FormatSpec, hookimpl

LINE = re.compile(rb"(?m)^(\d+) (\d) (N:.*)$")


@hookimpl
def overtrick_formats(api):
    yield FormatSpec(
        name="counted",
        summary="Boards with a count",
        suffixes=(".counted",),
        reader="counted_format:read",
        carries={"number", "deal"},
        capabilities=(DealCounterSpec("counted_format:BOOKKEEPER"),),
    )


def read(source, ctx):
    for number, _, deal in LINE.findall(source.read()):
        yield overtrick.Board(number=int(number), deal=overtrick.Deal.parse(deal.decode()))


class Counted:
    def counters(self, data):
        return {int(number): int(count) for number, count, _ in LINE.findall(data)}

    def with_counters(self, data, counters):
        if max(counters.values()) > 9:
            msg = "a count of this format has one digit"
            raise ValueError(msg)
        return LINE.sub(
            lambda line: b"%s %d %s" % (line[1], counters.get(int(line[1]), int(line[2])), line[3]),
            data,
        )


BOOKKEEPER = Counted()
