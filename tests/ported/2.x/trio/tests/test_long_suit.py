from overtrick_testing import RuleSuite
class TestLongSuit(RuleSuite):
    rule_name = "long_suit"
