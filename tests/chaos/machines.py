"""Simulated machines in processes of their own, and a bad line to them."""

from __future__ import annotations

import contextlib
import random
import select
import socket
import threading
import time

from chaos.stage import PATIENCE, Stage, ViolationError


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Machine:
    """A simulated machine that can be killed and switched on again at the same address.

    Args:
        stage: the run.
        number: tells the run's machines apart.
        faults: options of `simulate`, while there is to be trouble.
        speed: of the machine; 1 is a real one's.
    """

    def __init__(self, stage: Stage, number: int, faults: list[object], *, speed: int) -> None:
        self.stage, self.faults, self.speed = stage, faults, speed
        self.port = free_port()
        self.witness = stage.folder / f"witness-{number}.txt"
        self.witness.touch()
        self.is_calm = False
        self._seed = stage.random.randrange(1_000_000)
        self.command = self._start()

    def _start(self):
        self._seed += 1
        command = self.stage.start(
            "duplimate", "simulate", "--listen", f"127.0.0.1:{self.port}", "--speed", self.speed,
            "--seed", self._seed, "--witness", self.witness,
            *([] if self.is_calm else self.faults),
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while "waits at" not in command.out.read_text():
            if not command.is_alive or time.monotonic() > until:
                msg = f"the simulator did not start: {command.err.read_text()}"
                raise ViolationError(msg)
            time.sleep(0.02)
        return command

    def restart(self, dark: float = 0.0) -> None:
        """Cut the power for so many seconds."""
        self.command.kill()
        time.sleep(dark)
        self.command = self._start()

    def calm(self) -> None:
        """Let there be no more faults."""
        if not self.is_calm:
            self.is_calm = True
            if self.faults:
                self.restart()

    def stranger(self) -> None:
        """Let something else than a host call: a browser, a scanner of ports, another host."""
        r = self.stage.random
        words = r.choice(
            [
                b"GET / HTTP/1.0\r\n\r\n", b"", r.randbytes(300), b"$" * 5000,
                b"$0badcafe C 1 HELLO versions=1*0000\n", b"\x00" * 200,
            ]
        )  # fmt: skip
        # Whatever the machine does with it, hanging up included, is its own affair.
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 1) as line,
        ):
            line.sendall(words)
            time.sleep(r.uniform(0.0, 0.3))


class BadLine:
    """A cable between host and machine that adds garbage, changes and loses bytes, and breaks.

    Args:
        machine_port: where the machine listens.
        seed: for the troubles.
        rate: chance of a trouble at each piece that passes.
    """

    def __init__(self, machine_port: int, seed: int, rate: float) -> None:
        self._machine_port, self._rate = machine_port, rate
        self._random = random.Random(seed)
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.troubles = 0
        self.is_calm = False
        self._is_closed = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while not self._is_closed:
            if not select.select([self._server], [], [], 0.1)[0]:
                continue
            host, _ = self._server.accept()
            threading.Thread(target=self._carry, args=(host,), daemon=True).start()

    def _carry(self, host: socket.socket) -> None:
        # Either end may go at any moment; then the other is let go too.
        with (
            contextlib.suppress(OSError),
            host,
            socket.create_connection(("127.0.0.1", self._machine_port), 2) as machine,
        ):
            other = {host: machine, machine: host}
            while not self._is_closed:
                for end in select.select([host, machine], [], [], 0.1)[0]:
                    data = end.recv(4096)
                    passed = self._spoil(data) if data else None
                    if passed is None:
                        return
                    other[end].sendall(passed)

    def _spoil(self, data: bytes) -> bytes | None:
        with self._lock:
            r = self._random
            if self.is_calm or r.random() >= self._rate:
                return data
            self.troubles += 1
            kind = r.choice(["noise", "noise", "change", "lose", "twice", "late", "split", "break"])
            if kind == "noise":
                at = r.randrange(len(data) + 1)
                noise = r.choice([r.randbytes(r.randrange(1, 60)), b"$", b"*", b"\n", b"\xff" * 9])
                return data[:at] + noise + data[at:]
            if kind == "change":
                at = r.randrange(len(data))
                return data[:at] + bytes([data[at] ^ (1 << r.randrange(8))]) + data[at + 1 :]
            if kind == "lose":
                at = r.randrange(len(data))
                return data[:at] + data[at + r.randrange(1, 30) :]
            if kind == "twice":
                return data + data
            if kind == "break" and r.random() < 0.3:
                return None
            time.sleep(r.uniform(0.0, 0.3))
            return data

    def close(self) -> None:
        """Pull the cable for good."""
        self._is_closed = True
        self._thread.join(2)
        self._server.close()
