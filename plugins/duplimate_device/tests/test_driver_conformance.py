"""The shipped drivers against the kit, each at its machine on a bench."""

from __future__ import annotations

import http.server
import threading
import urllib.parse

import pytest

from overtrick import Deal, Seat
from overtrick_duplimate_device.drivers.dealer2024 import open_driver as open_dealer
from overtrick_duplimate_device.drivers.line import LineDriver
from overtrick_duplimate_device.drivers.simulator import SimulatorDriver
from overtrick_duplimate_device.interface.driver import Claim
from overtrick_duplimate_device.simulator.loopback import Loopback
from overtrick_duplimate_device.simulator.station import Station
from overtrick_duplimate_device.simulator.troubles import SimulatedFault
from overtrick_duplimate_device.testing import DriverSuite, MachineBench, SimulatedBench
from overtrick_duplimate_device.testing.bench import NOTHING


class SimulatorBench(SimulatedBench):
    """The simulated machine in this process; its line can be cut, but not fall silent."""

    def open(self):
        return SimulatorDriver(self.machine, None, sleep=self.time.sleep)


class TestSimulator(DriverSuite):
    driver_name = "simulator"

    def make_bench(self):
        return SimulatorBench()


class MuteLoopback(Loopback):
    """A line that carries nothing back while its bench is mute."""

    def __init__(self, bench):
        self.bench = bench
        super().__init__(bench.station, bench.time)

    def read(self, timeout):
        if self.bench.is_mute:
            self.bench.time.sleep(timeout)
            return b""
        data = super().read(timeout)
        if data and self.bench.damage is not None:
            data, self.bench.damage = self.bench.damage(data), None
        return data


class LineBench(SimulatedBench):
    """The simulated machine at the other end of a line."""

    def __init__(self):
        super().__init__(window=4)
        self.station = Station(self.machine, self.attendant)
        self.is_mute = False
        self.damage = None

    def open(self):
        claim = Claim(host="kit", who="00000001")
        return LineDriver(MuteLoopback(self), timeout=self.timeout, claim=claim)

    def lose_line(self):
        self.station.cut(SimulatedFault.CABLE_PULLED)

    def forget(self):
        self.station.cut(SimulatedFault.POWER_CUT)

    def hang(self):
        self.is_mute = True

    def garble(self, damage):
        self.damage = damage

    def wait(self, seconds):
        end = self.time() + seconds
        while self.time() < end:
            self.station.output(self.time())
            if not self.station.work(self.time()):
                self.time.sleep(0.05)


class TestLine(DriverSuite):
    driver_name = "line"

    def make_bench(self):
        return LineBench()


class Firmware(http.server.BaseHTTPRequestHandler):
    """Follows what is public of the machine, and no more."""

    def do_GET(self):
        bench = self.server.bench
        if bench.is_mute.is_set():
            bench.is_over.wait(2)
            return
        if bench.is_lost:
            self.close_connection = True
            return
        deal = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["deal"][0]
        code = 200 if bench.deal(Deal.parse(deal.replace(",", " "))) else 404
        if bench.damage is not None:
            damage, bench.damage = bench.damage, None
            self.wfile.write(damage(b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n"))
            self.close_connection = True
            return
        self.send_response(code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class DealerBench(MachineBench):
    """A fake of the open-hardware machine, behind HTTP."""

    timeout = 0.3

    def __init__(self):
        self.board = None
        self.is_lost = False
        self.damage = None
        self.is_mute, self.is_over = threading.Event(), threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Firmware)
        self.server.bench = self
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)
        self.thread.start()

    def deal(self, deal):
        if self.board is None or self.board != NOTHING:
            return False
        self.board = {seat: frozenset(card.index for card in deal[seat]) for seat in Seat}
        return True

    def open(self):
        self.is_lost = False
        return open_dealer(
            f"dealer2024://127.0.0.1:{self.server.server_port}", timeout=self.timeout
        )

    def put_board(self, number=None):
        self.board = NOTHING

    def take_board(self):
        self.board = None

    def fallen(self):
        return self.board or NOTHING

    def lose_line(self):
        self.is_lost = True

    def hang(self):
        self.is_mute.set()

    def garble(self, damage):
        self.damage = damage

    def close(self):
        self.is_over.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class TestDealer2024(DriverSuite):
    driver_name = "dealer2024"

    def make_bench(self):
        return DealerBench()


@pytest.mark.parametrize("suite", [TestSimulator, TestLine])
def test_the_simulated_machine_leaves_little_out(suite):
    missing = {"hang"} if suite is TestSimulator else set()
    offered = {"lose_line", "hang", "forget", "misplace", "jam", "fix"} - missing
    bench = suite().make_bench()
    for name in offered:
        assert getattr(type(bench), name) is not getattr(MachineBench, name), name
