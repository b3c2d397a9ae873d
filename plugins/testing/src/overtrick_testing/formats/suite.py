"""`FormatSuite`: the requirements of a format, one named test each."""

from __future__ import annotations

from overtrick_testing.formats.coming_back import ValueRequirements
from overtrick_testing.formats.corpus import CorpusRequirements
from overtrick_testing.formats.cost import CostRequirements
from overtrick_testing.formats.declaration import DeclarationRequirements
from overtrick_testing.formats.growth import GrowthRequirements
from overtrick_testing.formats.octets import OctetRequirements
from overtrick_testing.formats.options import OptionRequirements
from overtrick_testing.formats.parts import PartRequirements
from overtrick_testing.formats.places import PlaceRequirements
from overtrick_testing.formats.processes import ProcessRequirements
from overtrick_testing.formats.sniffing import SniffingRequirements


class FormatSuite(
    DeclarationRequirements,
    SniffingRequirements,
    ValueRequirements,
    OptionRequirements,
    OctetRequirements,
    PlaceRequirements,
    ProcessRequirements,
    GrowthRequirements,
    CostRequirements,
    PartRequirements,
    CorpusRequirements,
):
    """Every requirement of a file format; a plugin's test file subclasses it.

    Each requirement is one test. A test skips, with its reason, where the format lacks what it
    is about (no writer, no sniffer, no corpus). A requirement that a plugin cannot meet yet is
    marked by name, so that the day it is met is noticed:

        class TestLine(FormatSuite):
            format_name = "line"
            corpus = "tests/corpus"

            @pytest.mark.xfail(strict=True, reason="tabs in names, see issue 7")
            def test_no_silent_loss(self) -> None:
                super().test_no_silent_loss()

    New requirements come at a new `level`; a suite that says `level = 1` goes on as it was.

    Attributes:
        format_name: the format's name.
        corpus: a folder with `valid/` and `invalid/<CODE>-*`, looked for from the test
            module's folder upwards; `None` where there is none.
        level: the level of the suite that the plugin undertakes to pass.
        plugin: the declaration module, for a plugin that is not installed; `None` to find it
            through its entry point.
        read_ahead: how many bytes a streaming reader may take beyond the board it yields.
        max_examples: how many generated examples each property gets; `None` for a fifth of
            the hypothesis profile's number.
        libraries: compiled libraries that take the types of `datetime` when they are imported:
            in the kit's processes that is done before these have another clock.
        dividers: the bytes that divide boards in a text format: where one is damaged, the board
            after it may be lost.
        kept_bytes: how many bytes a streaming reader or writer may keep of a board.
    """
