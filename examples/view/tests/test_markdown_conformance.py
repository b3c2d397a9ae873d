from overtrick_testing import ViewSuite


class TestMarkdown(ViewSuite):
    view_name = "markdown"
    expected = "tests/expected"
    shows = frozenset({"number", "contract", "result"})
