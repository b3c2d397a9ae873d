"""Sound inputs changed: bytes, tokens, lines, splices of two files; and trees of JSON."""

from __future__ import annotations

import collections
import copy
import json
import re

from overtrick_testing.fuzzing import STRAY_TOKENS

HOSTILE = (
    "\x00", "\x07", "\x1b[2J", "\x1b]0;x\x07", "\x7f", "\x85", "\x9b31m", "\u00ad", "\u061c",
    "\u200b", "\u200e", "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2060", "\u2066",
    "\u2069", "\ufeff", "\ufff9", "\ufffe", "\uffff", "\ud800", "\udfff", "\U000e0041",
    "\U0010ffff", "[/x]", "[bold]", "[link=file:///]", "<script>", "]]>", "&#0;", "&amp;", '"', "'",
    "\\", "{", "}", "|", "%n", "$(id)", "\r", "\n", "\t", "#", "../../x", "-rf", "=1+1", "@SUM(1)",
)  # fmt: skip
"""What must not reach a terminal, a page or a shell as it stands: each piece is one trick."""

_NUMBERS = (b"0", b"-1", b"1", b"13", b"14", b"100", b"255", b"256", b"65536", b"2147483648",
            b"1e9", b"9" * 30, b"00001", b"1.5", b"\xd9\xa3")  # fmt: skip
_TOKEN = re.compile(rb"[A-Za-z]+|\d+|\s+|[^A-Za-z0-9\s]")
_NUMBER = re.compile(rb"\d+")


def tokens_of(samples, most=400):
    """Return the tokens that some files are made of, the commonest first, and stray ones."""
    counts = collections.Counter()
    for sample in samples:
        counts.update(_TOKEN.findall(sample[:20_000]))
    found = [token for token, _ in counts.most_common(most) if len(token) < 40]
    return (*found, *STRAY_TOKENS, *(text.encode("utf-8", "surrogatepass") for text in HOSTILE))


class Bytes:
    """Changes bytes that stand for a file or a text.

    Args:
        samples: sound inputs, which splices are taken from.
        longest: what is longer is cut.
    """

    def __init__(self, samples, longest=3000):
        self.samples = [sample for sample in samples if sample] or [b" "]
        self.tokens = tokens_of(self.samples)
        self.usual = bytes(sorted(set(b"".join(self.samples[:50])))) or b" "
        self.longest = longest

    def __call__(self, data, chance):
        """Return an input with one to eight things changed in it."""
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 8))):
            data = self._step(data, chance)
        return data[: self.longest]

    def _step(self, data, chance):  # one return for each kind of change
        size = len(data)
        at = chance.randrange(size + 1)
        end = at + chance.choice((1, 2, 5, 13, 40, 160))
        match chance.randrange(17):
            case 0:
                return data[:at] + bytes((chance.randrange(256),)) + data[at + 1 :]
            case 1 | 2:
                return data[:at] + bytes((chance.choice(self.usual),)) + data[at + 1 :]
            case 3:
                return data[:at] + data[end:]
            case 4:
                return data[:end] + data[at:]
            case 5:
                other = chance.randrange(size + 1)
                return data[:other] + data[at:end] + data[other:]
            case 6 | 7:
                return data[:at] + chance.choice(self.tokens) + data[at:]
            case 8 | 9:
                found = _TOKEN.search(data, at)
                if found is None:
                    return data + chance.choice(self.tokens)
                return data[: found.start()] + chance.choice(self.tokens) + data[found.end() :]
            case 10:
                found = _NUMBER.search(data, at)
                if found is None:
                    return data
                return data[: found.start()] + chance.choice(_NUMBERS) + data[found.end() :]
            case 11:
                return data[:at] if chance.random() < 0.3 else data
            case 12:
                other = chance.choice(self.samples)
                return data[:at] + other[chance.randrange(len(other)) :]
            case 13 | 14:
                return self._lines(data, chance)
            case 15:
                return data[:at] + data[at:end][::-1] + data[end:]
            case _:
                return data[:at] + data[at:end].swapcase() + data[end:]

    def _lines(self, data, chance):
        lines = data.splitlines(keepends=True)
        if not lines:
            return data
        one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                lines[one], lines[two] = lines[two], lines[one]
            case 1:
                lines.insert(one, lines[two])
            case 2:
                del lines[one]
            case _:
                other = chance.choice(self.samples).splitlines(keepends=True)
                lines.insert(one, chance.choice(other))
        return b"".join(lines)


class Trees:
    """Changes JSON as a tree: values, keys and branches; now and then its bytes."""

    def __init__(self, samples, longest=6000):
        self.bytes = Bytes(samples, longest)
        self.trees = [json.loads(sample) for sample in samples]
        self.leaves = [leaf for tree in self.trees for leaf in _leaves(tree)][:2000]
        self.branches = [branch for tree in self.trees for branch in _branches(tree)][:2000]

    def __call__(self, data, chance):
        """Return a tree with one to five things changed in it, as JSON."""
        if chance.random() < 0.1:
            return self.bytes(data, chance)
        try:
            tree = json.loads(data)
        except (ValueError, RecursionError):
            tree = json.loads(json.dumps(chance.choice(self.trees)))
        for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
            tree = self._changed(tree, chance)
        return json.dumps(tree).encode()[: self.bytes.longest * 2]

    def _changed(self, tree, chance):
        """Go down a way of chance and change what is there."""
        if isinstance(tree, dict) and tree and chance.random() < 0.85:
            key = chance.choice(list(tree))
            roll = chance.random()
            if roll < 0.05:
                del tree[key]
            elif roll < 0.08:
                tree[self._text(chance)] = tree.pop(key)
            elif roll < 0.12:
                tree[key] = self._branch(chance)
            else:
                tree[key] = self._changed(tree[key], chance)
            return tree
        if isinstance(tree, list) and tree and chance.random() < 0.9:
            at = chance.randrange(len(tree))
            roll = chance.random()
            if roll < 0.08:
                del tree[at]
            elif roll < 0.16:
                tree.insert(at, copy.deepcopy(chance.choice(tree)))
            elif roll < 0.2:
                tree[at] = self._branch(chance)
            else:
                tree[at] = self._changed(tree[at], chance)
            return tree
        return self._leaf(tree, chance)

    def _branch(self, chance):
        # A copy: what is put in is changed later, and might come to hold itself.
        return copy.deepcopy(chance.choice(self.branches))

    def _leaf(self, leaf, chance):
        roll = chance.random()
        if isinstance(leaf, str) and roll < 0.5:
            at = chance.randrange(len(leaf) + 1)
            end = at + chance.choice((0, 0, 1, 3))
            return leaf[:at] + self._text(chance) + leaf[end:]
        if roll < 0.8:
            return chance.choice(self.leaves)
        if roll < 0.9:
            return chance.choice((0, -1, 1, 2**31, 10**30, -0.0, 1e300, True, None, "", [], {}))
        return self._text(chance)

    def _text(self, chance):
        if chance.random() < 0.6:
            return chance.choice(HOSTILE)
        return chance.choice(self.bytes.tokens).decode("utf-8", "replace")


def _leaves(tree):
    if isinstance(tree, dict):
        for value in tree.values():
            yield from _leaves(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _leaves(value)
    else:
        yield tree


def _branches(tree):
    if isinstance(tree, (dict, list)):
        yield tree
        for value in tree.values() if isinstance(tree, dict) else tree:
            yield from _branches(value)
