"""The requirements of a format."""

from __future__ import annotations

import io

import pyarrow.parquet as pq
import pytest

from overtrick_testing import FormatSuite


@pytest.mark.slow  # what is written takes milliseconds, however small
class TestParquet(FormatSuite):
    format_name = "parquet"
    corpus = "tests/corpus"
    # pyarrow imports it where it is installed.
    libraries = ("pandas",)

    def test_an_error_leaves_the_neighbours(self) -> None:
        """Boards of a row group share their pages: what stays whole is the groups beside it."""
        table = pq.read_table(io.BytesIO(self.harness.write(self.examples[:3]).data))
        sink = io.BytesIO()
        pq.write_table(table, sink, row_group_size=1, compression="zstd", write_page_checksum=True)
        data = sink.getvalue()
        first, _, last = self.harness.read(data).boards
        metadata = pq.ParquetFile(io.BytesIO(data)).metadata
        start, end = (_start(metadata.row_group(number)) for number in (1, 2))
        places = max(20, self.scaled(300))
        for place in range(start, end, max(1, (end - start) // places)):
            spoilt = bytes([data[place] ^ 0x55])
            found = self.harness.read(data[:place] + spoilt + data[place + 1 :])
            assert found.crash is None, f"byte {place}: {found.crash!r}"
            assert found.boards[0] == first, f"byte {place}: board 1 is read differently"
            assert found.boards[-1] == last, f"byte {place}: board 3 is read differently"


def _start(group: pq.RowGroupMetaData) -> int:
    """Return where the columns of a row group begin."""
    column = group.column(0)
    return min(column.data_page_offset, column.dictionary_page_offset or column.data_page_offset)
