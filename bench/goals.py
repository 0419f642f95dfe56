"""The targets of Wellwish, and their measured values in `bench/results/*.json`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

FORMER: Final = "0.1.0"  # the release for comparison
Result = dict[str, Any]
COLUMNS: Final = ("figure", "0.1.0", "now", "target", "")


def value(result: Result, *place: str) -> float | None:
    """Returns the number at a path of keys in a result, or None."""
    found: Any = result
    for name in place:
        found = found.get(name, {})
    return float(found) if isinstance(found, int | float) else None


@dataclass(frozen=True)
class Goal:
    """A target. ``most``: the target is an upper limit. ``former``: path of the number of release 0.1.0."""

    title: str
    place: Sequence[str]
    target: float
    form: str = "{:,.0f}"
    most: bool = False
    former: Sequence[str] = ()

    def is_met(self, found: float) -> bool:
        return found <= self.target if self.most else found >= self.target


def _of(key: str, workers: int, number: str) -> tuple[str, ...]:
    return ("operations", key, f"wellwish {workers}", number)


def _shares(key: str, title: str, targets: Sequence[float]) -> list[Goal]:
    return [
        Goal(f"{title}, share of the fixed ceiling, {workers} worker{'s' * (workers > 1)}",
             _of(key, workers, "of_fixed"), target, "{:.0%}", former=_of(key, workers, "of_fixed"))
        for workers, target in zip((1, 2), targets, strict=True)
    ]  # fmt: skip


def _times(title: str, target: float, *place: str) -> Goal:
    return Goal(title, place, target, "{:.2f} x")


GOALS: Final = (
    *_shares("create", "Create a card", (0.54, 0.60)),
    *_shares("list", "List 50 cards", (0.40, 0.46)),
    Goal("Server's processor time against FastAPI and an ORM, create", _of("create", 1, "orm_server_times"),
         8, "{:.1f} x", former=_of("create", 1, "orm_server_times")),
    Goal("The same, list", _of("list", 1, "orm_server_times"),
         8, "{:.1f} x", former=_of("list", 1, "orm_server_times")),
    _times("Signing page, against release 0.1.0", 1.8, *_of("page", 1, "of_former")),
    _times("Sign by the form, against release 0.1.0", 1.6, *_of("sign", 1, "of_former")),
    Goal("Mails a second, one worker", ("figures", "mails", "per_second"), 500,
         former=("figures", "mails", "per_second")),
    Goal("Callbacks answered a second", ("figures", "callbacks", "answered_per_second"), 500,
         former=("figures", "callbacks", "answered_per_second")),
    Goal("Callbacks with all that follows a second", ("figures", "callbacks", "settled_per_second"), 400,
         former=("figures", "callbacks", "settled_per_second")),
    Goal("Memory of a server with one worker (PSS), MB", ("figures", "memory", "pss_mb"), 85, most=True,
         former=("figures", "memory", "pss_mb")),
    Goal("Second start to the first answer, s", ("figures", "start", "s"), 2, "{:.1f}", most=True),
    Goal("List with 1,000,000 cards and 10,000 neighbours, against 1,000 cards", ("growth", "list", "cpu"),
         1.2, "{:.2f} x", most=True, former=("growth", "list", "cpu")),
)  # fmt: skip

PARTS: Final = frozenset({"growth", *(goal.place[1] for goal in GOALS if goal.place[0] != "growth")})


def rows(result: Result, former: Result) -> Iterator[tuple[str, ...]]:
    """Returns the rows of the table of goals, including those without a measurement."""
    for goal in GOALS:
        found = value(result, *goal.place)
        # Prefers a measurement of 0.1.0 in the same run over the one made at its release.
        before = value(result.get("former", {}), *goal.former) or value(former, *goal.former)
        sign = "≤" if goal.most else "≥"
        yield (
            goal.title,
            goal.form.format(before) if before and goal.former else "",
            "not measured" if found is None else goal.form.format(found),
            f"{sign} {goal.form.format(goal.target)}",
            "" if found is None else "met" if goal.is_met(found) else _missed(goal, found),
        )


def _missed(goal: Goal, found: float) -> str:
    return f"missed by {abs(found - goal.target) / goal.target:.0%}"


# Requests whose CPU times appear in the docs, with their path in a result.
COSTS: Final = (
    ("Create a card", ("operations", "create", "wellwish 1")),
    ("List 50 cards", ("operations", "list", "wellwish 1")),
    ("Signing page", ("operations", "page", "wellwish 1")),
    ("Sign by the form", ("operations", "sign", "wellwish 1")),
    ("Mail", ("figures", "mails")),
    ("Callback with all that follows", ("figures", "callbacks")),
)
_CORES: Final = (4, 8, 16, 32)
Cost = tuple[str, float, float]


def costs(result: Result) -> list[Cost]:
    """Returns title, server µs and PostgreSQL µs of CPU time for each measured request."""
    found = [(title, value(result, *place, "server_us"), value(result, *place, "database_us"))
             for title, place in COSTS]  # fmt: skip
    return [(title, server, database) for title, server, database in found if server and database]


def cost_rows(result: Result) -> Iterator[tuple[str, ...]]:
    """Returns the CPU times of each request, and which process takes the larger share."""
    for title, server, database in costs(result):
        limit = "PostgreSQL" if database > server else "the server"
        part = max(server, database) / (server + database)
        yield (title, f"{limit} ({part:.0%} of the time)", f"{server:,.0f}", f"{database:,.0f}",
               f"{2e6 / (server + database):,.0f}", f"{1e6 / database:,.0f}")  # fmt: skip


def core_rows(result: Result) -> Iterator[tuple[str, ...]]:
    """Returns the highest rates for each number of cores, with the best split of the cores."""
    shown = [
        each for each in costs(result) if each[0] in ("Create a card", "List 50 cards", "Sign by the form")
    ]
    for cores in _CORES:
        yield (str(cores), *(_rate(cores, server, database) for _, server, database in shown))


def core_columns(result: Result) -> tuple[str, ...]:
    return ("cores", *(title for title in ("Create a card", "List 50 cards", "Sign by the form")
                       if title in [each[0] for each in costs(result)]))  # fmt: skip


def _rate(cores: int, server_us: float, database_us: float) -> str:
    pace: Callable[[int], float] = lambda own: min(own * 1e6 / server_us, (cores - own) * 1e6 / database_us)  # noqa: E731
    best = max(range(1, cores), key=pace)
    return f"{pace(best):,.0f}/s ({best} + {cores - best})"
