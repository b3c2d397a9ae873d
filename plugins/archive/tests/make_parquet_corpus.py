"""Write the Parquet files of the corpus; the JSON beside them is by other hands (PROVENANCE.md).

    python plugins/archive/tests/make_parquet_corpus.py

The bytes hang on the versions of pyarrow and polars: nobody makes them anew without a reason.
"""

from __future__ import annotations

from pathlib import Path

import polars
import pyarrow as pa
import pyarrow.parquet as pq

import overtrick

HERE = Path(__file__).parent / "corpus"
EXAMPLES = Path(__file__).parents[3] / "examples"
JSON_CORPUS = Path(__file__).parents[2] / "json" / "tests" / "corpus" / "valid"
DEALS = [
    "N:T53.AJ7.AT.AQ762 AKJ9.Q.QJ65.KJT8 872.T9543.K9732. Q64.K862.84.9543",
    "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85",
]


def made(path, columns):
    """Write a table as pyarrow alone does."""
    table = columns if isinstance(columns, pa.Table) else pa.table(columns)
    pq.write_table(table, HERE / path, compression="zstd", write_page_checksum=True)


def main():
    """Write all of them."""
    evening = overtrick.read(EXAMPLES / "club-evening.dlm")
    overtrick.write(evening, HERE / "valid" / "evening.parquet", overwrite=True)
    game = overtrick.read(JSON_CORPUS / "schiphol.pbn")
    overtrick.write(game, HERE / "valid" / "schiphol.parquet", overwrite=True)
    polars.DataFrame(
        {
            "number": [1.0, 2.0],
            "dealer": ["n", "E"],
            "vulnerability": ["Love", "NS"],
            "deal": DEALS,
            "contract": ["3NTX", "Pass"],
            "declarer": ["S", None],
            "result": [8, None],
            "auction": ["P P 1NT P 3NT P P X P P P", "P P P P"],
            "play": ["HK HA", None],
        }
    ).write_parquet(HERE / "valid" / "polars.parquet", statistics=False)

    made("invalid/PARQUET011-byte-changed.parquet", {"number": [1, 2], "deal": DEALS})
    path = HERE / "invalid" / "PARQUET011-byte-changed.parquet"
    data = bytearray(path.read_bytes())
    whole = bytes(data)
    column = pq.ParquetFile(path).metadata.row_group(0).column(1)
    data[column.data_page_offset - 3] ^= 1
    path.write_bytes(data)
    (HERE / "invalid" / "PARQUET010-cut-off.parquet").write_bytes(whole[:-20])
    made(
        "invalid/PARQUET012-page-of-80-megabytes.parquet",
        {"deal": DEALS[:1], "name": ["a" * 80_000_000]},
    )
    made("invalid/PARQUET013-prices.parquet", {"name": ["tea"], "price": [2.5]})
    made("invalid/PARQUET014-level-in-words.parquet", {"deal": DEALS, "level": ["four", "three"]})
    made(
        "invalid/PARQUET020-dealer-q.parquet",
        {"number": [1, 2, 3], "dealer": ["N", "Q", "S"], "deal": [*DEALS, DEALS[0]]},
    )
    table = pa.table({"number": [1], "deal": DEALS[:1]})
    odd = table.replace_schema_metadata({"overtrick:header": '{"1":'})
    made("invalid/PARQUET021-header-cut-off.parquet", odd)
    made(
        "invalid/PARQUET022-contract-changed.parquet",
        {
            "number": [1, 2],
            "deal": DEALS,
            "level": [3, 4],
            "strain": ["NT", "S"],
            "doubling": [0, 0],
            "contract": ["3NT", "6S"],
        },
    )
    made("invalid/PARQUET030-price.parquet", {"deal": DEALS[:1], "price": [2.5]})


if __name__ == "__main__":
    main()
