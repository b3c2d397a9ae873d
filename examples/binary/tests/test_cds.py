from overtrick_testing import FormatSuite


class TestCds(FormatSuite):
    format_name = "cds"
    corpus = "tests/corpus"
