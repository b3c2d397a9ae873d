from click.testing import CliRunner
from overtrick_points.command import high_card_points, points

from overtrick import Hand


def test_aces_kings_queens_and_jacks_count_four_to_one():
    assert high_card_points(Hand.parse("AKQJ.T98.765.432")) == 10
    assert high_card_points(Hand.parse("AKQ.AKQ.AKQ.AKQJ")) == 37


def test_a_missing_file_is_wrong_usage():
    result = CliRunner().invoke(points, ["no-such-file.pbn"])
    assert result.exit_code == 2
    assert "does not exist" in result.output
