from overtrick_testing import CommandSuite


class TestPoints(CommandSuite):
    command_lines = (("points", "{file}"),)
