from overtrick_web.testing import PageSuite


class TestEvenings(PageSuite):
    page_name = "evenings"

    def test_boards_are_counted(self) -> None:
        with self.served() as served:
            assert "evening.pbn: 2 boards" in served.get("/evenings/").text
