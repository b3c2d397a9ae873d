from overtrick_testing import ViewSuite


class TestMarkdown(ViewSuite):
    view_name = "markdown"
    shows = frozenset({"number", "contract", "result"})
