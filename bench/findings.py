"""The measurements of one run of the bench."""

from dataclasses import dataclass, field
from typing import Final

from board import Board
from growth import Growth
from money import Money
from rounds import Load, Sample

FORMERLY: Final = "0.1.0 1"  # the contestant: release 0.1.0 with one worker
FIXED: Final = "fixed ceiling"  # the contestant: pgbench with the statements of release 0.1.0


@dataclass
class Findings:
    """One sample per round, by operation and contestant, and the other measurements."""

    load: Load
    rounds: int
    operations: dict[str, dict[str, list[Sample]]] = field(default_factory=dict)
    not_measured: dict[str, str] = field(default_factory=dict)
    growth: Growth | None = None
    boards: dict[str, Board] = field(default_factory=dict)
    money: Money | None = None
    figures: dict[str, list[dict[str, float]]] = field(default_factory=dict)
    former: dict[str, list[dict[str, float]]] = field(default_factory=dict)  # figures of release 0.1.0
    resident_mb: float = 0.0
    proportional_mb: float = 0.0
    client: Sample | None = None
