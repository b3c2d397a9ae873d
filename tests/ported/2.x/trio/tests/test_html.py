from overtrick_testing import FormatSuite


class TestHtml(FormatSuite):
    format_name = "html"
