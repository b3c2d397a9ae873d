from overtrick.testing import RuleSuite


class TestOrder(RuleSuite):
    rule_name = "order"
