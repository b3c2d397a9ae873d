"""Requirements on complete dealing sessions."""

from __future__ import annotations

import contextlib
from collections import Counter
from pathlib import Path

from overtrick_duplimate_device.interface.blind import find_cards
from overtrick_duplimate_device.interface.driver import Mode
from overtrick_duplimate_device.session.phases import Outcome, Phase, Question
from overtrick_duplimate_device.session.session import Session
from overtrick_duplimate_device.testing.base import DriverBase
from overtrick_duplimate_device.testing.bench import MachineBench
from overtrick_duplimate_device.testing.evening import Evening, Witness
from overtrick_testing import requirement, skip


class SetRequirements(DriverBase):
    """The driver works in the session that users run."""

    def deal_evening(
        self, folder: Path, *troubles: tuple[int, int, str]
    ) -> tuple[Witness, list[str]]:
        """Deal three boards; return the result, and the troubles that occurred.

        Args:
            folder: an empty one.
            troubles: a board's number, a number of cards, and the bench's action at that point.
        """
        bench = self.make_bench()
        had: list[str] = []
        left = list(troubles)

        def trouble(session: Session) -> None:
            while left and _is_due(session, *left[0][:2]):
                what = left.pop(0)[2]
                with contextlib.suppress(NotImplementedError):
                    getattr(bench, what)()
                    had.append(what)

        try:
            mode = self._mode_of(bench)
            seen = Evening(bench, self.spec, mode, folder, trouble=trouble).run()
        finally:
            bench.close()
        assert not seen.wrong, f"called dealt, and not dealt right: boards {sorted(seen.wrong)}"
        assert seen.outcome is Outcome.FINISHED, (
            f"the session did not come to its end: {seen.outcome}, {seen.message}; "
            f"the last words: {' / '.join(seen.shown[-4:])}"
        )
        assert seen.right == Counter({1: 1, 2: 1, 3: 1}), f"dealt right: {dict(seen.right)}"
        cards = find_cards(" ".join(seen.shown))
        assert not cards, "the session names cards that the driver named"
        return seen, had

    def _mode_of(self, bench: MachineBench) -> Mode:
        bench.put_board(1)
        driver = bench.open()
        self.tried = type(driver)
        try:
            mode = self.make_job(driver).mode
        finally:
            driver.close()
        bench.take_board()
        return mode

    @requirement(
        level=2,
        after=(
            "test_events_come_in_order_each_once",
            "test_confirmation_is_as_claimed",
            "test_boards_are_noticed_as_claimed",
            "test_status_follows_the_job",
            "test_cards_are_read_as_claimed",
        ),
    )
    def test_a_set_is_dealt(self, tmp_path: Path) -> None:
        """A session deals three boards, each once, at the first try, and each holds its deal."""
        seen, _ = self.deal_evening(tmp_path)
        assert not seen.failed, f"{seen.failed} tries failed although nothing went wrong"

    @requirement(
        level=2,
        after=(
            "test_a_set_is_dealt",
            "test_a_lost_line_can_be_opened_anew",
            "test_boot_tells_whether_jobs_are_forgotten",
            "test_a_wrong_card_is_told_as_it_fell",
            "test_a_fault_is_told_and_can_be_fixed",
            "test_reports_outlive_the_line",
        ),
    )
    def test_a_set_survives_what_goes_wrong(self, tmp_path: Path) -> None:
        """A wrong card, a jam, a lost line and a power cut, and each board is dealt once, right."""
        _, had = self.deal_evening(
            tmp_path,
            (1, 7, "misplace"), (1, 20, "lose_line"), (2, 4, "jam"), (2, 30, "forget"),
            (3, 50, "lose_line"),
        )  # fmt: skip
        if not had:
            skip(f"on the bench of {self.driver_name} nothing can go wrong")


def _is_due(session: Session, board: int, cards: int) -> bool:
    """Return whether a board has a number of cards, or is next if cards are not reported."""
    if not session.capabilities.confirms:
        task = session.next_task
        is_asked = session.question is Question.BOARD_READY
        return is_asked and task is not None and task.board == board
    attempt = session.ledger.attempt
    if attempt is None or session.phase is not Phase.DEALING:
        return False
    return attempt.board == board and session.cards >= cards
