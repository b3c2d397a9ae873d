"""The catalogue of the format's diagnostic codes.

PBN201 to PBN639 and PBN801 to PBN839 come from the reader, PBN650 to PBN799 from `overtrick check`,
PBN901 to PBN929 from the writer. The hundreds of the reader's codes are the standard's chapters.
"""

from __future__ import annotations

from typing import Final

import attrs

from overtrick.plugin import Catalogue
from overtrick_pbn.check.codes import CHECK_CODES, FIXES, WHY_NOT
from overtrick_pbn.check.programs import PROGRAM_CODES
from overtrick_pbn.read.codes import READ_CODES
from overtrick_pbn.write.codes import WRITE_CODES

CODES: Final = Catalogue(
    *(
        attrs.evolve(entry, is_fixable=entry.code in FIXES, why_not=WHY_NOT.get(entry.code, ""))
        for entry in (*READ_CODES, *CHECK_CODES, *PROGRAM_CODES)
    ),
    *WRITE_CODES,
)
"""Every code of this plugin."""
