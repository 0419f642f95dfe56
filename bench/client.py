"""The HTTP client of the bench: sends requests over persistent connections and reports their latencies.

Runs as a separate process (`python client.py`): a plan as JSON on standard input, the outcome as JSON on
standard output. One epoll loop sends pre-encoded requests: asyncio would take several times the CPU time that
the server and the database need.
"""

import json
import resource
import select
import socket
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import Final

# Replaced in each request by a unique number of twelve digits.
NUMBER: Final = b"numberedhere"
_READ_BYTES: Final = 1 << 18
_SILENCE_S: Final = 15.0


@dataclass(frozen=True)
class Plan:
    """The requests to send in turn, until the time is up or `most` have been sent."""

    port: int
    requests: list[str]
    expect: int
    connections: int
    seconds: float
    most: int
    first_number: int


@dataclass(frozen=True)
class Outcome:
    """The result; latencies in seconds, CPU time of the client itself."""

    answers: int
    refused: int
    elapsed_s: float
    cpu_s: float
    latencies: list[float] = field(repr=False)
    sample: str


class _Connection:
    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=5)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.received = b""
        self.missing = -1
        self.sent_at = 0.0

    def take(self) -> bytes | None:
        """Reads the available bytes. Returns the response once it is complete."""
        chunk = self.socket.recv(_READ_BYTES)
        if not chunk:
            raise ConnectionError("the server closed a connection")
        self.received = self.received + chunk if self.received else chunk
        if self.missing < 0:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return None
            head = self.received[:end].lower()
            at = head.find(b"content-length:")
            empty = head[9:12] == b"204"  # RFC 9110 section 8.6: no content-length
            if at < 0 and not empty:
                raise ConnectionError("an answer without content-length")
            self.missing = end + 4 + (0 if empty else int(head[at + 15 :].split(b"\r", 1)[0]))
        if len(self.received) < self.missing:
            return None
        whole, self.received, self.missing = self.received, b"", -1
        return whole


class _Load:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.requests = [request.encode("latin-1") for request in plan.requests]
        self.number = plan.first_number
        self.sent = 0
        self.latencies: list[float] = []
        self.refused = 0
        self.sample = ""
        self.expected = f"HTTP/1.1 {plan.expect}".encode()

    def send(self, connection: _Connection) -> None:
        request = self.requests[self.sent % len(self.requests)]
        if NUMBER in request:
            request = request.replace(NUMBER, b"%012d" % self.number)
            self.number += 1
        self.sent += 1
        connection.sent_at = time.perf_counter()
        connection.socket.sendall(request)

    def receive(self, connection: _Connection, answer: bytes) -> None:
        self.latencies.append(time.perf_counter() - connection.sent_at)
        if not answer.startswith(self.expected):
            self.refused += 1
            self.sample = answer[:2000].decode("latin-1")

    def run(self) -> tuple[float, float]:
        """Returns the elapsed time and the client's own CPU time."""
        connections = [_Connection(self.plan.port) for _ in range(self.plan.connections)]
        by_number = {connection.socket.fileno(): connection for connection in connections}
        waiting = select.epoll()
        for number in by_number:
            waiting.register(number, select.EPOLLIN)
        began, used = time.perf_counter(), _cpu_s()
        end = began + self.plan.seconds
        for connection in connections:
            self.send(connection)
        open_requests = len(connections)
        while open_requests:
            events = waiting.poll(_SILENCE_S)
            if not events:
                raise TimeoutError(f"{open_requests} requests without an answer for {_SILENCE_S} s")
            for number, _ in events:
                connection = by_number[number]
                answer = connection.take()
                if answer is None:
                    continue
                self.receive(connection, answer)
                if self.sent < self.plan.most and time.perf_counter() < end:
                    self.send(connection)
                else:
                    open_requests -= 1
        return time.perf_counter() - began, _cpu_s() - used


def _cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Runs the plan on standard input and prints its outcome."""
    load = _Load(Plan(**json.load(sys.stdin)))
    elapsed_s, cpu_s = load.run()
    outcome = Outcome(len(load.latencies), load.refused, elapsed_s, cpu_s, load.latencies, load.sample)
    json.dump(asdict(outcome), sys.stdout)


if __name__ == "__main__":
    main()
