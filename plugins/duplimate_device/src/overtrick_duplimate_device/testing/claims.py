"""Requirements on the declared capabilities: they decide what happens after a crash."""

from __future__ import annotations

from functools import partial

from overtrick import DeviceError
from overtrick_duplimate_device.interface.driver import (
    BoardIn,
    BoardOut,
    CardDropped,
    Done,
    FaultRaised,
    JobReport,
    JobState,
    Mode,
    NeedsConfirmation,
    new_job_id,
)
from overtrick_duplimate_device.interface.pockets import deal_pockets
from overtrick_duplimate_device.testing.base import (
    DriverBase,
    is_end,
    load_and_start,
    must_succeed,
    names,
)
from overtrick_testing import failed, requirement, skip


class ClaimRequirements(DriverBase):
    """A machine has the capabilities that it declares."""

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_reports_are_kept(self) -> None:
        """A machine that `reports` reports a job in mid-deal and when done, and no other job."""
        with self.rig() as rig:
            if not rig.driver.capabilities.reports:
                try:
                    state = rig.driver.report(new_job_id()).state
                except DeviceError:
                    return
                assert state is JobState.UNKNOWN, f"reports is not claimed, but a job is {state}"
                return
            unknown = rig.driver.report(new_job_id())
            assert isinstance(unknown, JobReport), f"report() gives a {type(unknown).__name__}"
            assert unknown.state is JobState.UNKNOWN, f"a job of nobody is {unknown.state}"
            job, events = self.begin(rig, cards=7)
            heard = sum(isinstance(event, CardDropped) for event in events)
            middle = rig.driver.report(job.id)
            assert middle.state.is_in_hand, f"a job in mid-deal is reported as {middle.state}"
            assert heard <= middle.cards <= 52, f"{heard} cards were told of, not {middle.cards}"
            self.to_end(rig)
            done = rig.driver.report(job.id)
            assert done.state is JobState.DONE, f"a job that is done is reported as {done.state}"
            assert done.cards == 52, f"a job that is done is reported with {done.cards} cards"
            if job.deal is not None:
                wrong = sum(
                    seat is not wanted
                    for seat, wanted in zip(done.pockets, deal_pockets(job.deal), strict=True)
                )
                assert not wrong, f"the report has {wrong} cards in another pocket than they lie in"

    @requirement(level=2, after=("test_reports_are_kept",))
    def test_reports_outlive_the_line(self) -> None:
        """A machine that `reports` keeps the job in hand when the driver is opened anew."""
        with self.rig() as rig:
            if not rig.driver.capabilities.reports:
                skip(f"the machine of {self.driver_name} remembers no jobs (reports)")
            job, _ = self.begin(rig, cards=7)
            rig.reopen()
            report = rig.driver.report(job.id)
            assert report.state is not JobState.UNKNOWN, "opened anew, the job is forgotten"
            assert report.cards >= 7, f"opened anew, {report.cards} of 7 cards are remembered"
            again = "closed in mid-deal and opened anew"
            if not report.state.is_in_hand:
                raise failed(f"{again}, the job is {report.state}: close gave it up", "close")
            status = rig.driver.status()
            if status.job_id != job.id or not status.state.is_in_hand:
                raise failed(f"{again}, the status has the state {status.state}", "status")

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_no_card_falls_beyond_the_window(self) -> None:
        """Between two requests for events at most `window` cards fall.

        Other calls do not change this: the request for the next event acknowledges the last one.
        """
        with self.rig() as rig:
            window = rig.driver.capabilities.window
            if window is None:
                skip(f"the driver {self.driver_name} claims no window")
            if window == 0:
                msg = (
                    "the driver claims window=0: that a card falls after its own event was taken; "
                    "but a machine drops a card first and reports it afterwards. Claim window=1 "
                    "for one that waits after each card, n for one that is n cards ahead at most, "
                    "None for one that nothing holds back"
                )
                raise failed(msg, "capabilities")
            taken = 0
            self.begin(rig)
            for cards in (1, 5, 1, 13):
                events = self.take_cards(rig, cards)
                taken += sum(isinstance(event, CardDropped) for event in events)
                for _ in range(4):
                    rig.bench.wait(0.5)
                    rig.driver.status()
                count = sum(map(len, rig.bench.fallen().values()))
                assert count <= taken + window, (
                    f"next_event had reported {taken} cards and was not called again, and {count} "
                    f"cards lie in the board: {count - taken} more, where the driver claims "
                    f"{window} at most (window={window}). It let the machine go on before the "
                    "session had dealt with the last event; acknowledge an event at the beginning "
                    "of the next call of next_event, and fetch none ahead"
                )

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_confirmation_is_as_claimed(self) -> None:
        """With `confirms` the job ends with `Done`, without it with `NeedsConfirmation`."""
        with self.rig() as rig:
            kind = Done if rig.driver.capabilities.confirms else NeedsConfirmation
            self.begin(rig)
            end = self.follow(rig)[-1]
            assert isinstance(end, kind), (
                f"confirms is {rig.driver.capabilities.confirms}, and the job ends with "
                f"{type(end).__name__}"
            )

    @requirement(level=2, after=("test_a_board_is_dealt",))
    def test_boards_are_noticed_as_claimed(self) -> None:
        """With `detects_board` boards are seen coming, used and gone; without it none is.

        Without a board no job is started; one that was refused can be started when a board is in.
        `load` drops no event that was not taken yet.
        """
        with self.rig(board=False) as rig:
            if not rig.driver.capabilities.detects_board:
                rig.bench.put_board()
                self.begin(rig)
                events = [*self.to_end(rig), *self.quiet(rig)]
                boards = [event for event in events if isinstance(event, BoardIn | BoardOut)]
                if boards:
                    msg = f"detects_board is not claimed, but {names(boards)} comes"
                    raise failed(msg, "capabilities", "next_event")
                return
            self.quiet(rig)
            if rig.driver.status().board_in:
                raise failed("without a board the status has one", "status")
            rig.bench.put_board()
            self.follow(rig, lambda event: isinstance(event, BoardIn), what="BoardIn")
            status = rig.driver.status()
            if not status.board_in:
                raise failed("a board was put in, and the status has none", "status")
            if not status.is_fresh:
                raise failed("an empty board was put in, and is not fresh", "status")
            self.begin(rig)
            self.to_end(rig)
            if rig.driver.status().is_fresh:
                raise failed("a board full of cards is fresh", "status")
            self.quiet(rig)
            rig.bench.take_board()
            self.follow(rig, lambda event: isinstance(event, BoardOut), what="BoardOut")
            if rig.driver.status().board_in:
                raise failed("the board was taken out, and is in", "status")
            self.quiet(rig)
            rig.bench.put_board()
            rig.bench.wait(0.2)
            if self.refusal(lambda: rig.driver.load(self.make_job(rig.driver, board=2))) is None:
                try:
                    self.follow(rig, lambda event: isinstance(event, BoardIn))
                except AssertionError as error:
                    msg = "a board was put in and its BoardIn not yet taken: load dropped it"
                    raise failed(msg, "load") from error
        self._check_without_board()

    def _check_without_board(self) -> None:
        """Assert that a job is refused without a board, and dealt when one is in."""
        with self.rig(board=False) as rig:
            self.quiet(rig)
            job = self.make_job(rig.driver)
            refusal = self.refusal(partial(load_and_start, rig.driver, job))
            events = self.quiet(rig)
            if any(isinstance(event, FaultRaised) for event in events):
                return  # the machine reports the missing board as a fault
            if refusal is None:
                raise failed("without a board a job is started", "start", "load")
            rig.bench.put_board()
            self.follow(rig, lambda event: isinstance(event, BoardIn), what="BoardIn")
            again = "a job that was refused for want of a board, when one is in"
            must_succeed(f"load and start of {again}", partial(load_and_start, rig.driver, job))
            try:
                self.to_end(rig)
            except AssertionError as error:
                msg = f"{again}, is not dealt: the start that was refused counts as made"
                raise failed(msg, "start", "load") from error
            self.check_board(rig, job)

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_cards_are_read_as_claimed(self) -> None:
        """With `reads_cards` each card is named as it was read, in sorted mode none is."""
        with self.rig() as rig:
            able = rig.driver.capabilities
        for mode in (Mode.DEAL, Mode.SORTED):
            if mode not in able.modes:
                continue
            with self.rig() as rig:
                self.begin(rig, mode)
                events = self.to_end(rig)
                cards = [event for event in events if isinstance(event, CardDropped)]
                named = [event for event in cards if event.card is not None]
                if mode is Mode.SORTED:
                    assert not named, "in sorted mode nothing is read, but cards are named"
                elif able.reads_cards:
                    assert len(named) == len(cards), (
                        f"reads_cards is claimed, and {len(cards) - len(named)} cards are not named"
                    )
                else:
                    assert not named, "reads_cards is not claimed, but cards are named"

    @requirement(level=2, after=("test_answers_are_what_they_should_be",))
    def test_numbers_are_read_as_claimed(self) -> None:
        """An inserted board's number is reported with `reads_board_numbers`, and only then."""
        with self.rig(board=False) as rig:
            able = rig.driver.capabilities
            self.quiet(rig)
            rig.bench.put_board(number=2)
            if able.detects_board:
                events = self.follow(rig, lambda event: isinstance(event, BoardIn), what="BoardIn")
                number = [event.number for event in events if isinstance(event, BoardIn)][-1]
            else:
                number = rig.driver.status().board_number
            wanted = 2 if able.reads_board_numbers else None
            assert number == wanted, f"board 2 was put in, and BoardIn has the number {number}"
            number = rig.driver.status().board_number
            if number != wanted:
                msg = f"board 2 was put in, and the status has the number {number}"
                raise failed(msg, "status")

    @requirement(level=2, after=("test_events_come_in_order_each_once",))
    def test_status_follows_the_job(self) -> None:
        """The status names the job in hand, its state and its cards, where the machine knows."""
        with self.rig() as rig:
            if not rig.driver.capabilities.reports:
                skip(f"the machine of {self.driver_name} cannot be asked (reports)")
            job = self.make_job(rig.driver)
            rig.driver.load(job)
            loaded = rig.driver.status()
            assert loaded.job_id == job.id, "after load the status has another job"
            assert loaded.state is JobState.LOADED, f"after load the job is {loaded.state}"
            rig.driver.start(job.id)
            events = self.take_cards(rig, 9)
            running = rig.driver.status()
            assert running.job_id == job.id, "in mid-deal the status has another job"
            assert running.state is JobState.RUNNING, f"in mid-deal the job is {running.state}"
            assert running.cards >= 9, f"9 cards were told of, and the status has {running.cards}"
            assert not any(map(is_end, events))
            self.to_end(rig)
            after = rig.driver.status().state
            assert not after.is_in_hand, f"after its end the job is {after}"
