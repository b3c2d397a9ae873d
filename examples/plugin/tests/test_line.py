from overtrick_testing import FormatSuite


class TestLine(FormatSuite):
    format_name = "line"
    corpus = "tests/corpus"
