"""Files that are of no bridge format, made in code: what no sniffer must claim."""

from __future__ import annotations

import bz2
import functools
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from typing import Final

_PROSE: Final = "The club meets on Tuesdays. North leads.\nBring a partner, or ring the host.\n" * 3

_TEXTS: Final[Mapping[str, str]] = {
    "prose.txt": _PROSE,
    "names.txt": "North\nEast\nSouth\nWest\n" * 5,
    "numbers.txt": "\n".join(str(number) for number in range(1, 60)) + "\n",
    "digits.txt": "0123456789" * 40 + "\n",
    "one-letter.txt": "a" * 300 + "\n",
    "cards.txt": "A K Q J T 9 8 7 6 5 4 3 2\nSpades Hearts Diamonds Clubs\n" * 3,
    "accounts.csv": "date,payee,amount\n2026-11-20,Club,12.50\n2026-11-21,Bar,3.00\n",
    "quoted.csv": '"name","points"\n"Sue","12"\n"Wil","7"\n',
    "semicolons.csv": "Name;Punkte;Ort\nSue;12;Bern\nWil;7;Basel\n",
    "eighteen.csv": ",".join(f"column{number}" for number in range(18)) + "\n" + "1," * 17 + "1\n",
    "results.tsv": "pair\tscore\n1\t52.3\n2\t48.1\n",
    "object.json": '{"name": "Club", "members": [1, 2, 3], "open": true}\n',
    "list.json": "[1, 2, 3, [4, null], {}]\n",
    "text.json": '"North"\n',
    "number.json": "42\n",
    "lines.jsonl": '{"level": "info", "text": "started"}\n{"level": "info", "text": "ended"}\n',
    "package.json": '{\n  "name": "club",\n  "version": "1.0.0",\n  "dependencies": {}\n}\n',
    "notebook.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}\n',
    "page.html": "<!DOCTYPE html>\n<html><head><title>Club</title></head><body>1NT</body></html>\n",
    "feed.xml": '<?xml version="1.0" encoding="UTF-8"?>\n<rss><channel/></rss>\n',
    "usebio.xml": '<?xml version="1.0"?>\n<USEBIO Version="1.2"><CLUB/></USEBIO>\n',
    "picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
    "mail.eml": "From: a@example.org\nTo: b@example.org\nSubject: Board 7\n\nSee you there.\n",
    "card.vcf": "BEGIN:VCARD\nVERSION:4.0\nFN:Ada North\nEND:VCARD\n",
    "evening.ics": "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nEND:VEVENT\nEND:VCALENDAR\n",
    "settings.ini": "[window]\nwidth=800\nheight=600\n\n[files]\nlast=board.txt\n",
    "project.toml": '[project]\nname = "club"\nversion = "1.0.0"\ndependencies = []\n',
    "compose.yaml": "services:\n  web:\n    image: club\n    ports:\n      - 80:80\n",
    "notes.md": "# Minutes\n\n- Board 1: passed\n- Board 2: *deferred*\n\n[link](http://example.org)\n",
    "game.pgn": '[Event "F/S Return Match"]\n[White "Fischer"]\n[Result "1/2-1/2"]\n\n1. e4 e5\n',
    "game.sgf": "(;FF[4]GM[1]SZ[19];B[pd];W[dp])\n",
    "program.py": "def deal(cards):\n    return [cards[seat::4] for seat in range(4)]\n",
    "program.c": "#include <stdio.h>\nint main(void) { return 0; }\n",
    "program.js": "export const deal = (cards) => cards.map((card) => card % 4);\n",
    "program.tex": "\\documentclass{article}\n\\begin{document}\nBoard 1\n\\end{document}\n",
    "script.sh": '#!/bin/sh\nfor file in *.txt; do echo "$file"; done\n',
    "query.sql": "CREATE TABLE boards (number INTEGER, dealer TEXT);\nSELECT * FROM boards;\n",
    "change.diff": "--- a/board\n+++ b/board\n@@ -1,2 +1,2 @@\n-North\n+South\n",
    "server.log": "2026-11-20T19:30:01Z INFO board 1 opened\n2026-11-20T19:31:44Z WARN slow\n",
    "access.log": '127.0.0.1 - - [20/Nov/2026:19:30:01 +0000] "GET / HTTP/1.1" 200 42\n',
    "key.pem": "-----BEGIN CERTIFICATE-----\nTUlJQ1d6Q0NBZ0E9\n-----END CERTIFICATE-----\n",
    "hash.sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.txt\n",
    "paper.ps": "%!PS-Adobe-3.0\n%%Pages: 1\n%%EndComments\nshowpage\n",
    "letter.rtf": "{\\rtf1\\ansi\\deff0 {\\fonttbl {\\f0 Times;}}\\f0 Board 1\\par }\n",
    "words.po": 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n',
    "route.gpx": '<?xml version="1.0"?>\n<gpx version="1.1"><trk/></gpx>\n',
    "film.srt": "1\n00:00:01,000 --> 00:00:02,000\nOne notrump.\n",
    "base64.txt": "VGhlIGNsdWIgbWVldHMgb24gVHVlc2RheXMu" * 8 + "\n",
    "hex.txt": "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f\n" * 8,
    "percent.txt": "% a comment\n% another\nand text\n",
    "bars.txt": "a|b|c|\nd|e|f|\n",
    "brackets.txt": "[one]\n[two]\n[three]\n",
}


@functools.cache
def strangers() -> Mapping[str, bytes]:
    """Return more than a hundred files that are no bridge program's, by names with suffixes.

    Texts come in several encodings and with several line ends.

    Example:
        >>> len(strangers()) > 100, strangers()["picture.png"][1:4]
        (True, b'PNG')
    """
    found = {name: text.encode() for name, text in _TEXTS.items()}
    for number, (name, text) in enumerate(_TEXTS.items()):
        # Each text in one of these besides plain UTF-8.
        encoding = ("utf-16", "utf-8-sig", "utf-16-be", "utf-32")[number % 4]
        found[f"{encoding} {name}"] = text.encode(encoding)
    for name in list(_TEXTS)[::4]:
        found[f"crlf {name}"] = found[name].replace(b"\n", b"\r\n")
    return found | _packed() | _binary()


def _packed() -> dict[str, bytes]:
    content = _PROSE.encode()
    whole, tape = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(zipfile.ZipInfo("prose.txt"), content)
    with tarfile.open(fileobj=tape, mode="w") as archive_of_tape:
        member = tarfile.TarInfo("prose.txt")
        member.size = len(content)
        archive_of_tape.addfile(member, io.BytesIO(content))
    return {
        "prose.zip": whole.getvalue(),
        "prose.tar": tape.getvalue(),
        "prose.gz": gzip.compress(content, mtime=0),
        "prose.bz2": bz2.compress(content),
        "prose.xz": lzma.compress(content),
        "prose.zlib": zlib.compress(content),
    }


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _binary() -> dict[str, bytes]:
    header = struct.pack(">IIBBBBB", 16, 16, 8, 6, 0, 0, 0)
    pixels = zlib.compress(bytes(16 * 65))
    return {
        "empty": b"",
        "picture.png": b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", pixels)
        + _chunk(b"IEND", b""),
        "picture.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01" + bytes(range(256)),
        "picture.gif": b"GIF89a\x10\x00\x10\x00\x80\x00\x00" + bytes(300),
        "picture.bmp": b"BM" + struct.pack("<IHHI", 822, 0, 0, 54) + bytes(808),
        "icon.ico": b"\x00\x00\x01\x00\x01\x00\x10\x10" + bytes(300),
        "paper.pdf": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n",
        "program.elf": b"\x7fELF\x02\x01\x01"
        + bytes(9)
        + struct.pack("<HHI", 3, 62, 1)
        + bytes(400),
        "program.exe": b"MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff" + bytes(400),
        "program.wasm": b"\x00asm\x01\x00\x00\x00" + bytes(64),
        "program.class": b"\xca\xfe\xba\xbe\x00\x00\x00\x3d" + bytes(64),
        "module.pyc": b"\xa7\r\r\n" + bytes(300),
        "table.sqlite": b"SQLite format 3\x00\x10\x00\x01\x01" + bytes(400),
        "table.xls": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504),
        "sound.wav": b"RIFF\x24\x08\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00" + bytes(400),
        "sound.mp3": b"ID3\x04\x00\x00\x00\x00\x00\x00" + bytes(400),
        "sound.mid": b"MThd\x00\x00\x00\x06\x00\x01\x00\x01\x00\x60MTrk" + bytes(40),
        "film.mp4": b"\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2" + bytes(300),
        "font.ttf": b"\x00\x01\x00\x00\x00\x0f\x00\x80\x00\x03\x00\x70" + bytes(300),
        "zeros.bin": bytes(4096),
        "ones.bin": b"\xff" * 4096,
        "counting.bin": bytes(range(256)) * 8,
        "doubles.bin": struct.pack("<64d", *(number / 7 for number in range(64))),
        "words.bin": struct.pack(">256H", *(number * 251 % 65536 for number in range(256))),
        "blanks.txt": b" \n" * 200,
        "nuls-and-text.bin": b"board\x00north\x00" * 30,
        "high.txt": bytes(range(160, 256)) * 3,
        "ends.txt": b"\r\n" * 100,
        "dos-end.txt": b"\x1a",
        "mark.txt": b"\xef\xbb\xbf",
    }
