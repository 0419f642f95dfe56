"""CPU time and memory of processes, from /proc."""

import os
import re
from pathlib import Path
from typing import Final

_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")
_PROC: Final = Path("/proc")


def family(pid: int) -> list[int]:
    """Returns the process and its descendants."""
    parents: dict[int, list[int]] = {}
    for entry in _PROC.iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            parents.setdefault(int(fields[1]), []).append(int(entry.name))
    found, waiting = list[int](), [pid]
    while waiting:
        found.append(waiting.pop())
        waiting.extend(parents.get(found[-1], []))
    return found


def cpu_s(pid: int) -> float:
    """Returns the CPU time of the process and its descendants, including those that have ended."""
    ticks = 0
    for member in family(pid):
        # proc(5), fields counted after the name: 11 to 14 are utime, stime, and those of awaited children.
        ticks += sum(map(int, _stat(member)[11:15]))
    return ticks / _TICKS_A_SECOND


def resident_mb(pid: int) -> float:
    """Returns the resident memory of the process and its descendants; shared pages count once per process."""
    return _memory_mb(pid, "smaps_rollup", "Rss")


def proportional_mb(pid: int) -> float:
    """Returns the memory of the process and its descendants, with shared pages divided among them."""
    return _memory_mb(pid, "smaps_rollup", "Pss")


def _memory_mb(pid: int, file: str, name: str) -> float:
    kilobytes = 0
    for member in family(pid):
        try:
            text = (_PROC / str(member) / file).read_text()
        except OSError:  # the process has ended or is a zombie
            continue
        kilobytes += sum(int(found) for found in re.findall(rf"^{name}:\s+(\d+) kB", text, re.MULTILINE))
    return kilobytes / 1024


def _stat(pid: int) -> list[str]:
    """Returns the fields of /proc/PID/stat after the name (state, parent, ...); empty after its end."""
    try:
        return (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
