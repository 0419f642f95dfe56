"""The measurements of one run of the bench."""

from dataclasses import dataclass, field

from board import Board
from growth import Growth
from money import Money
from rounds import Load, Sample


@dataclass
class Findings:
    """One sample per round, by operation and contestant; and the other measurements."""

    load: Load
    rounds: int
    operations: dict[str, dict[str, list[Sample]]] = field(default_factory=dict)
    not_measured: dict[str, str] = field(default_factory=dict)
    growth: Growth | None = None
    boards: dict[str, Board] = field(default_factory=dict)
    money: Money | None = None
    resident_mb: float = 0.0
    proportional_mb: float = 0.0
    client: Sample | None = None
