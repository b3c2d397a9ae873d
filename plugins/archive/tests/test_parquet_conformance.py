"""The obligations of a format."""

from __future__ import annotations

import io

import pyarrow.parquet as pq

from overtrick.testing import FormatSuite
from overtrick.testing.examples import strip_source


class TestParquet(FormatSuite):
    format_name = "parquet"
    corpus = "tests/corpus"

    def test_an_error_leaves_the_neighbours(self) -> None:
        """Boards of one row group stand in each other's columns; those of others stay whole."""
        three = strip_source(self.examples[:3])
        table = pq.read_table(io.BytesIO(self.harness.write(three).data))
        sink = io.BytesIO()
        pq.write_table(table, sink, row_group_size=1, write_page_checksum=True)
        data = sink.getvalue()
        first, _, last = self.harness.read(data).boards
        middle = pq.ParquetFile(io.BytesIO(data)).metadata.row_group(1)
        start = min(
            middle.column(at).dictionary_page_offset or middle.column(at).data_page_offset
            for at in range(middle.num_columns)
        )
        end = start + sum(
            middle.column(at).total_compressed_size for at in range(middle.num_columns)
        )
        gone = 0
        for place in range(start, end, max(1, (end - start) // 150)):
            spoilt = bytes([data[place] ^ 0x55])
            found = self.harness.read(data[:place] + spoilt + data[place + 1 :])
            assert found.crash is None
            assert found.boards[0] == first, f"byte {place}: board 1 is read differently"
            assert found.boards[-1] == last, f"byte {place}: board 3 is read differently"
            if len(found.boards) == 2:
                gone += 1
                assert any(item.is_error for item in found.diagnostics)
        assert gone > 20
