from overtrick_points.command import high_card_points

from overtrick import Hand
from overtrick_cli.commands import USAGE, run


def test_aces_kings_queens_and_jacks_count_four_to_one():
    assert high_card_points(Hand.parse("AKQJ.T98.765.432")) == 10
    assert high_card_points(Hand.parse("AKQ.AKQ.AKQ.AKQJ")) == 37


def test_a_missing_file_is_wrong_usage(capfd):
    assert run(["points", "no-such-file.pbn"]) == USAGE
    assert "no-such-file.pbn: No such file" in capfd.readouterr().err
