from overtrick_testing import RuleSuite


class TestOrder(RuleSuite):
    rule_name = "order"
