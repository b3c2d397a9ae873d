"""Fifty conditions of the kind that the manuals of generators show, each in both languages."""

from __future__ import annotations

NT = "any 4333 + any 4432 + any 5332"

# name, the manual whose kind of example it is, a script of dealer, a condition.
EXAMPLES = [
    ("strong notrump", "dealer",
     f"condition shape(north, {NT}) and hcp(north) >= 15 and hcp(north) <= 17",
     "balanced(north) and north.hcp >= 15 and north.hcp <= 17"),
    ("flat and strong", "dealer",
     "condition shape(north, any 4333 + any 4432) and hcp(north) >= 19",
     "shape(north, any 4333 + any 4432) and north.hcp >= 19"),
    ("one club", "dealer",
     f"""nt = hcp(west) >= 15 && hcp(west) <= 17 && shape(west, {NT})
     major = hearts(west) >= 5 || spades(west) >= 5
     opens_d = diamonds(west) >= 4 && !shape(west, 3244 + 2344) && diamonds(west) >= clubs(west)
     condition hcp(west) >= 11 && !(nt || major || opens_d)""",
     """west.hcp >= 11 and not ((west.hcp >= 15 and west.hcp <= 17 and balanced(west))
     or (west.hearts >= 5 or west.spades >= 5) or (west.diamonds >= 4
     and not shape(west, 3244 + 2344) and west.diamonds >= west.clubs))"""),
    ("puppet two notrump", "dealer",
     f"condition hcp(east) >= 20 && hcp(east) <= 22 && shape(east, {NT}) && spades(west) == 5",
     "east.hcp >= 20 and east.hcp <= 22 and balanced(east) and west.spades == 5"),
    ("few controls in two hands", "dealer",
     "condition hcp(west) > 16 and hcp(east) > 7 and control(east) < 3",
     "west.hcp > 16 and east.hcp > 7 and east.controls < 3"),
    ("weak two in spades", "dealer",
     """condition shape(south, 6xxx - any 7xxx - x4xx) and hcp(south) >= 5 and hcp(south) <= 10
     and top3(south, spades) >= 2""",
     """shape(south, 6xxx - any 7xxx - x4xx) and south.hcp >= 5 and south.hcp <= 10
     and south.spades.top3 >= 2"""),
    ("yarborough", "dealer",
     """pointcount 1 1 1 1 1
     condition hcp(north) == 0""",
     "points(north, 1, 1, 1, 1, 1) == 0"),
    ("stayman with both majors", "dealer",
     f"""condition shape(east, {NT}) and hcp(east) >= 15 and hcp(east) <= 17
     and shape(west, 44xx) and hcp(west) >= 8""",
     "balanced(east) and east.hcp in 15..17 and shape(west, 44xx) and west.hcp >= 8"),
    ("overcall in diamonds", "dealer",
     """condition hcp(north) > 5 && hcp(north) < 12
     && shape(north, xx6x + xx7x - any 4xxx - any 5xxx)""",
     """north.hcp > 5 and north.hcp < 12
     and shape(north, xx6x + xx7x - any 4xxx - any 5xxx)"""),
    ("points of the longer minor", "dealer",
     """minor = clubs(north) > diamonds(north) ? hcp(north, clubs) : hcp(north, diamonds)
     condition minor >= 8""",
     """north.clubs > north.diamonds and north.clubs.hcp >= 8
     or not north.clubs > north.diamonds and north.diamonds.hcp >= 8"""),
    ("a long list of shapes", "dealer",
     "condition shape(north, any 4333 + 54xx - any 0xxx)",
     "shape(north, any 4333 + 54xx - any 0xxx)"),
    ("the ten of clubs", "dealer",
     "condition hascard(east, TC) and clubs(east) >= 5",
     "has(east, CT) and east.clubs >= 5"),
    ("burnstine points", "dealer",
     "condition c13(north) >= 26",
     "points(north, 6, 4, 2, 1) >= 26"),
    ("points of one's own", "dealer",
     """pointcount 6 4 2 1
     condition hcp(north) + hcp(south) >= 40""",
     "points(north, 6, 4, 2, 1) + points(south, 6, 4, 2, 1) >= 40"),
    ("game by points and losers", "dealer",
     "condition hcp(north) + hcp(south) >= 25 and losers(north) + losers(south) <= 14",
     "north.hcp + south.hcp >= 25 and north.losers + south.losers <= 14"),
    ("equal lengths", "dealer",
     "condition diamonds(west) == clubs(west) and diamonds(west) >= 4",
     "west.diamonds == west.clubs and west.diamonds >= 4"),
    ("two of three", "dealer",
     """a = spades(north) >= 5 b = hearts(north) >= 5 c = hcp(north) >= 16
     condition a and b or a and c or b and c""",
     """north.spades >= 5 and north.hearts >= 5 or north.spades >= 5 and north.hcp >= 16
     or north.hearts >= 5 and north.hcp >= 16"""),
    ("two aces and no king", "dealer",
     "condition aces(south) == 2 and kings(south) == 0",
     "south.aces == 2 and south.kings == 0"),
    ("three of the top five", "dealer",
     "condition hearts(west) >= 6 && top5(west, hearts) >= 3 && hcp(west) < 11",
     "west.hearts >= 6 and west.hearts.top5 >= 3 and west.hcp < 11"),
    ("one notrump of twelve to fourteen", "Deal",
     "condition hcp(south) >= 12 && hcp(south) <= 14 && shape(south, any 4333 + any 4432)",
     "south.hcp in 12..14 and shape(south, any 4333 + any 4432)"),
    ("balanced by a sum of squares", "Deal",
     f"condition shape(south, {NT} + any 5422)",
     "shape(south, balanced + any 5422)"),
    ("strong two clubs", "Deal",
     "condition hcp(north) >= 22 or losers(north) <= 3 and controls(north) >= 5",
     "north.hcp >= 22 or north.losers <= 3 and north.controls >= 5"),
    ("gambling three notrump", "Deal",
     """solid = clubs(south) >= 7 and top3(south, clubs) == 3
     condition solid and hcp(south) - hcp(south, clubs) <= 3""",
     """south.clubs >= 7 and south.clubs.top3 == 3 and south.hcp - south.clubs.hcp <= 3"""),
    ("michaels", "Deal",
     "condition spades(west) >= 5 and hearts(west) >= 5 and hcp(west) >= 8 and hcp(west) <= 15",
     "west.spades >= 5 and west.hearts >= 5 and west.hcp in 8..15"),
    ("unusual notrump", "Deal",
     "condition clubs(east) >= 5 and diamonds(east) >= 5 and hcp(east) < 12",
     "east.clubs >= 5 and east.diamonds >= 5 and east.hcp < 12"),
    ("jacoby transfer", "Deal",
     f"""condition shape(north, {NT}) and hcp(north) >= 15 and hcp(north) <= 17
     and hearts(south) >= 5 and spades(south) < 5""",
     "balanced(north) and north.hcp in 15..17 and south.hearts >= 5 and south.spades < 5"),
    ("splinter", "Deal",
     """condition spades(north) >= 5 and hcp(north) >= 12 and spades(south) >= 4
     and clubs(south) <= 1 and hcp(south) >= 10""",
     """north.spades >= 5 and north.hcp >= 12 and south.spades >= 4
     and south.clubs <= 1 and south.hcp >= 10"""),
    ("slam in two hands", "Deal",
     "condition hcp(north) + hcp(south) >= 33",
     "north.hcp + south.hcp >= 33"),
    ("nine spades together", "Deal",
     "condition spades(north) + spades(south) >= 9",
     "north.spades + south.spades >= 9"),
    ("three suits of four", "Deal",
     "condition shape(north, any 4441) and hcp(north) >= 11 and hcp(north) <= 15",
     "shape(north, any 4441) and north.hcp in 11..15"),
    ("freak", "Deal",
     "condition shape(north, any 7xxx + any 8xxx + any 9xxx) and hcp(north) >= 15",
     "shape(north, any 7xxx + any 8xxx + any 9xxx) and north.hcp >= 15"),
    ("solid suit", "Deal",
     "condition top4(north, spades) == 4 and spades(north) >= 6",
     "north.spades.top4 == 4 and north.spades >= 6"),
    ("takeout double", "redeal",
     """condition hcp(east) >= 12 and spades(east) >= 3 and hearts(east) >= 3
     and clubs(east) >= 3 and diamonds(east) <= 2""",
     """east.hcp >= 12 and east.spades >= 3 and east.hearts >= 3
     and east.clubs >= 3 and east.diamonds <= 2"""),
    ("precision club", "redeal",
     "condition hcp(north) >= 16 and hcp(south) >= 8 and hcp(south) <= 10",
     "north.hcp >= 16 and south.hcp in 8..10"),
    ("multi", "redeal",
     """condition hcp(north) >= 5 and hcp(north) <= 10
     and (shape(north, 6xxx) and top3(north, spades) >= 1
     or shape(north, x6xx) and top3(north, hearts) >= 1)""",
     """north.hcp in 5..10 and (shape(north, 6xxx) and north.spades.top3 >= 1
     or shape(north, x6xx) and north.hearts.top3 >= 1)"""),
    ("five of a major and opening", "redeal",
     "condition (spades(south) >= 5 or hearts(south) >= 5) and hcp(south) >= 12",
     "(south.spades >= 5 or south.hearts >= 5) and south.hcp >= 12"),
    ("quantitative", "redeal",
     f"""condition shape(south, {NT}) and hcp(south) >= 20 and hcp(south) <= 21
     and shape(north, {NT}) and hcp(north) >= 11""",
     "balanced(south) and south.hcp in 20..21 and balanced(north) and north.hcp >= 11"),
    ("rule of twenty, spelled out", "redeal",
     """condition hcp(north) + spades(north) + hearts(north) >= 20
     and spades(north) >= 5 and hearts(north) >= 5""",
     """north.hcp + north.spades + north.hearts >= 20
     and north.spades >= 5 and north.hearts >= 5"""),
    ("void opposite a long suit", "redeal",
     "condition spades(north) == 0 and spades(south) >= 6",
     "north.spades == 0 and south.spades >= 6"),
    ("misfit", "redeal",
     """condition shape(north, 5xx5 + 55xx + 5x5x) and spades(south) <= 1""",
     "shape(north, 5xx5 + 55xx + 5x5x) and south.spades <= 1"),
    ("points in the short suits", "redeal",
     """condition hcp(north, spades) >= 5 and spades(north) <= 3""",
     "north.spades.hcp >= 5 and north.spades <= 3"),
    ("all four hands even", "redeal",
     """condition hcp(north) >= 9 and hcp(north) <= 11 and hcp(south) >= 9 and hcp(south) <= 11
     and hcp(east) >= 9 and hcp(east) <= 11""",
     "north.hcp in 9..11 and south.hcp in 9..11 and east.hcp in 9..11"),
    ("hand with a singleton king", "redeal",
     "condition clubs(west) == 1 and hascard(west, KC)",
     "west.clubs == 1 and has(west, CK)"),
    ("no aces and thirteen points", "endplay",
     "condition aces(south) == 0 and hcp(south) >= 13",
     "south.aces == 0 and south.hcp >= 13"),
    ("odd lengths in spades", "endplay",
     "condition spades(north) % 2 == 1",
     "north.spades % 2 == 1"),
    ("two to one", "endplay",
     "condition hcp(north) >= 2 * hcp(south)",
     "north.hcp >= 2 * south.hcp"),
    ("average of two hands", "endplay",
     "condition (hcp(north) + hcp(south)) / 2 >= 12",
     "north.hcp + south.hcp >= 24"),
    ("at least two of four", "endplay",
     """condition (spades(north) >= 4) + (hearts(north) >= 4) + (diamonds(north) >= 4)
     + (clubs(north) >= 4) >= 2""",
     """shape(north, any 44xx + any 54xx + any 55xx + any 64xx + any 65xx + any 66xx + any 74xx
     + any 75xx + any 76xx + any 84xx + any 85xx + any 94xx)"""),
    ("exactly one major of five", "endplay",
     "condition (spades(south) >= 5) != (hearts(south) >= 5)",
     """south.spades >= 5 and not south.hearts >= 5
     or not south.spades >= 5 and south.hearts >= 5"""),
    ("more points than partner in every suit", "endplay",
     """condition hcp(north, spades) > hcp(south, spades)
     and hcp(north, hearts) > hcp(south, hearts) and hcp(north, diamonds) > hcp(south, diamonds)""",
     """north.spades.hcp > south.spades.hcp and north.hearts.hcp > south.hearts.hcp
     and north.diamonds.hcp > south.diamonds.hcp"""),
]  # fmt: skip
