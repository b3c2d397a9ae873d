"""Write a PBN file for benchmarks and long checks: python tests/pbn_files.py N VARIANT OUT.

deal: the 15 mandatory tags only. plain: auction with notes, play of 13 tricks, OptimumResultTable,
some comments as well. rich: NAGs, suffixes, play notes, line comments, escape lines and inheritance
on top. The same arguments give the same bytes.
"""

# ruff: noqa: B007, PLW2901, PTH123, UP031  # as it was when the figures in the docs were taken

import random
import sys

SEATS = "NESW"
SUITS = "SHDC"
RANKS = "AKQJT98765432"
DEN = ["C", "D", "H", "S", "NT"]
VUL = [
    "None",
    "NS",
    "EW",
    "All",
    "NS",
    "EW",
    "All",
    "None",
    "EW",
    "All",
    "None",
    "NS",
    "All",
    "None",
    "NS",
    "EW",
]
NAMES = [
    "Garozzo",
    "Forquet",
    "Meckstroth",
    "Rodwell",
    "Helgemo",
    "Helness",
    "Zia Mahmood",
    "Van Prooijen",
    "O'Rourke",
    "Sontag",
]
NOTE_TXT = [
    "14-16 balanced",
    "non forcing 6-9, 6-card",
    "Transfer to spades",
    "Multi 2D: weak 2 in either major",
    "support double",
    "control, denies 2 top honours",
]


def deal(r):
    d = list(range(52))
    r.shuffle(d)
    return [sorted(d[i * 13 : i * 13 + 13]) for i in range(4)]


def hand_str(h):
    s = [[], [], [], []]
    for c in h:
        s[c // 13].append(RANKS[c % 13])
    return ".".join("".join(x) for x in s)


def auction(r, dealer):
    n = r.randint(8, 16)
    calls = []
    cur = -1
    last = None
    dbl = 0
    pl = dealer
    firsts = {}
    # produce until forced end
    while True:
        rem = n - len(calls)
        passes = 0
        for c in reversed(calls):
            if c == "Pass":
                passes += 1
            else:
                break
        if rem <= 3 - (passes if last is not None else 0) and last is not None:
            calls += ["Pass"] * (3 - passes)
            break
        opp = last is not None and (pl - last) % 2 == 1
        x = r.random()
        mustact = (last is None and passes >= 3) or (last is not None and passes >= 2)
        if x < 0.45 and not mustact:
            calls.append("Pass")
        elif x < 0.52 and opp and dbl == 0:
            calls.append("X")
            dbl = 1
        elif cur < 34:
            step = r.choice([1, 1, 1, 2, 2, 3]) if cur >= 0 else r.randint(1, 6)
            nb = min(34, cur + step)
            if nb <= cur:
                calls.append("Pass")
            else:
                cur = nb
                last = pl
                dbl = 0
                calls.append(str(cur // 5 + 1) + DEN[cur % 5])
                firsts.setdefault((pl % 2, cur % 5), pl)
        else:
            calls.append("Pass")
        pl = (pl + 1) % 4
    decl = firsts[(last % 2, cur % 5)]
    return calls, cur // 5 + 1, cur % 5, dbl, decl


def play(r, hands, den, decl):
    hs = [list(h) for h in hands]
    lead = (decl + 1) % 4
    first = lead
    rows = []
    tricks = 0
    trump = {0: 3, 1: 2, 2: 1, 3: 0}.get(den)
    for _t in range(13):
        cards = {}
        suit = None
        best = None
        bw = None
        for k in range(4):
            p = (lead + k) % 4
            if k == 0:
                c = r.choice(hs[p])
                suit = c // 13
            else:
                f = [c for c in hs[p] if c // 13 == suit]
                c = r.choice(f or hs[p])
            hs[p].remove(c)
            cards[p] = c
            key = (
                2 if trump is not None and c // 13 == trump else 1 if c // 13 == suit else 0,
                -(c % 13),
            )
            if best is None or key > best:
                best = key
                bw = p
        rows.append(
            [
                SUITS[cards[(first + i) % 4] // 13] + RANKS[cards[(first + i) % 4] % 13]
                for i in range(4)
            ]
        )
        lead = bw
        if bw % 2 == decl % 2:
            tricks += 1
    return first, rows, tricks


def board(r, i, variant, prev=None):
    rich = variant == "rich"
    dealer = i % 4
    h = deal(r)
    calls, lev, den, dbl, decl = auction(r, dealer)
    first, rows, tricks = play(r, h, den, decl)
    order = [(dealer + k) % 4 for k in range(4)]
    dealstr = SEATS[dealer] + ":" + " ".join(hand_str(h[p]) for p in order)
    nm = r.sample(NAMES, 4)
    ev = "Bermuda Bowl %d" % (1970 + i // 64)
    out = []
    inh = rich and i % 16 != 0
    tags = [
        ("Event", "#" if inh else ev),
        ("Site", "#" if inh else "Monte Carlo, MC"),
        ("Date", "#" if inh else "%04d.%02d.%02d" % (1970 + i // 64 % 50, 1 + i % 12, 1 + i % 28)),
        ("Board", str(i + 1)),
        ("West", nm[0]),
        ("North", nm[1]),
        ("East", nm[2]),
        ("South", nm[3]),
        ("Dealer", SEATS[dealer]),
        ("Vulnerable", VUL[i % 16]),
        ("Deal", dealstr),
        ("Scoring", "IMP"),
        ("Declarer", SEATS[decl]),
        ("Contract", str(lev) + DEN[den] + "X" * dbl),
        ("Result", str(tricks)),
    ]
    if variant == "deal":
        return "".join('[{} "{}"]\n'.format(*t) for t in tags) + "\n"
    for k, t in enumerate(tags):
        out.append('[{} "{}"]'.format(*t))
        if rich and t[0] == "Date" and i % 5 == 0:
            out[-1] += " ; session %d of the final" % (i % 3 + 1)
    if i % 3 == 0:
        out.append(
            "{Board %d: a lively hand,\nthe lead of a trump beats %s.}" % (i + 1, calls[0])
            if rich
            else "{Board %d: a lively hand}" % (i + 1)
        )
    if rich and i % 7 == 0:
        out.append("% vendor escape line 12345")
    out.append(f'[Auction "{SEATS[dealer]}"]')
    notes = []
    toks = []
    for c in calls:
        toks.append(c)
        if c != "Pass" and len(notes) < 5 and r.random() < 0.35:
            if rich and r.random() < 0.3:
                toks[-1] += r.choice(["!", "?", "!?"])
            notes.append(r.choice(NOTE_TXT))
            toks.append("=%d=" % len(notes))
            if rich and r.random() < 0.3:
                toks.append("$%d" % r.randint(1, 6))
    line = []
    cnt = 0
    for k, tk in enumerate(toks):
        if tk[0] not in "=$":
            if cnt == 4:
                out.append(" ".join(line))
                line = []
                cnt = 0
            cnt += 1
        line.append(tk)
    out.append(" ".join(line))
    for k, n in enumerate(notes):
        out.append('[Note "%d:%s"]' % (k + 1, n))
    out.append(f'[Play "{SEATS[first]}"]')
    pn = 0
    for t, row in enumerate(rows):
        row = list(row)
        if rich and t == 3 and i % 2 == 0:
            row[1] += " =1="
            pn = 1
        if rich and t == 5 and i % 4 == 0:
            row[2] += "!"
        if rich and t == 6 and i % 4 == 1:
            row[0] += " $2"
        out.append(" ".join(row))
    if pn:
        out.append('[Note "1:suit preference"]')
    if rich and i % 6 == 0:
        out.append("; claimed later by declarer")
    out.append('[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]')
    for p in SEATS:
        for d in ["NT", "S", "H", "D", "C"]:
            out.append("%s %2s %2d" % (p, d, r.randint(0, 13)))
    return "\n".join(out) + "\n\n"


def write_file(n, variant, path, seed=1):
    """Write so many boards of a variant to a path."""
    r = random.Random(seed)
    with open(path, "w", encoding="latin-1", newline="\n") as f:
        f.write("% PBN 2.1\n% EXPORT\n% Creator: make_pbn\n\n" if variant != "x" else "")
        for i in range(n):
            f.write(board(r, i, variant))


if __name__ == "__main__":
    write_file(int(sys.argv[1]), sys.argv[2], sys.argv[3])
