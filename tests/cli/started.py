"""`wellwish serve` and `work` as processes that are killed or stopped while they start."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from tests.waiting import wait_until

# Longer than any correct shutdown, shorter than the 30 s after which a server's processes used to be killed.
PATIENCE_S = 20.0

# The control: detaches the processes from the lifetime of their parent.
LOOSE = """
import os
from wellwish.cli import children
os.register_at_fork = lambda **_: None
children._die_with = lambda *_: None
"""


class Started:
    """A command and its processes."""

    def __init__(self, given: dict[str, str], folder: Path, *words: str, changes: str = "") -> None:
        """``changes`` is a program that changes modules before the command begins."""
        self.folder = folder
        self.output: list[str] = []
        changed = f"{changes}\nfrom wellwish.cli import app\napp.main({words!r})"
        program = ["-c", changed] if changes else ["-m", "wellwish", *words]
        self.process = subprocess.Popen(
            [sys.executable, "-P", *program],
            env=given | {"WELLWISH_DATA_DIR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.output.append(line)
                self._changed.notify_all()

    def says(self, text: str) -> None:
        """Waits until the output has the text."""
        with self._changed:
            found = self._changed.wait_for(lambda: any(text in line for line in self.output), 60)
        assert found, self.output

    def others(self) -> set[int]:
        """Returns all processes of the command except the first."""
        # A server's processes overwrite their environment and command with a title, and keep their session.
        mark, found = str(self.folder).encode(), set[int]()
        for each in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                fields = (each / "stat").read_text().rpartition(")")[2].split()
                is_ours = int(fields[3]) == self.process.pid or mark in (each / "cmdline").read_bytes()
                if is_ours and fields[0] != "Z" and int(each.name) != self.process.pid:
                    found.add(int(each.name))
        return found

    def children(self) -> set[int]:
        """Returns the processes that the first one forked."""
        found = set[int]()
        for each in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(OSError):  # a thread that has ended meanwhile
                found |= set(map(int, each.read_text().split()))
        return found

    def maps(self) -> str:
        """Returns the files that the first process has mapped, such as the libraries of imported modules."""
        return Path(f"/proc/{self.process.pid}/maps").read_text()

    def end_by(self, number: signal.Signals) -> float:
        """Sends the signal as a supervisor or, for SIGINT, as a terminal does.

        Returns the seconds until no process of the command is left. Raises AssertionError.
        """
        began = time.monotonic()
        if number == signal.SIGINT:
            os.killpg(self.process.pid, number)
        else:
            self.process.send_signal(number)
        self.process.wait(PATIENCE_S)
        wait_until(lambda: not self.others(), within_s=PATIENCE_S)
        return time.monotonic() - began

    def end(self) -> None:
        """Kills whatever is left."""
        self.process.kill()  # first, so that it forks no more
        self.process.wait()
        wait_until(self._has_no_others)
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def _has_no_others(self) -> bool:
        others = self.others()
        for each in others:
            with suppress(OSError):
                os.kill(each, signal.SIGKILL)
        return not others
