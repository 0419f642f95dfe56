"""A chart of money over time, as SVG with a table: daily bars, the running total and the goal.

It requires neither scripts nor styles. It uses the text colour of the page, and its title summarises the
data.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from wellwish.base import money
from wellwish.base.language import Language, later
from wellwish.movements.day import Day

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 8, 20, 26
_LINES: Final = 4  # maximum number of horizontal grid lines above zero
_NAMED: Final = 5  # maximum number of day labels below the chart
_ZONE: Final = "UTC"  # ``Day.noon`` is in UTC, regardless of the card's time zone

_FINDING: Final = later("%(total)s collected.")
_OF_GOAL: Final = later("%(total)s of %(goal)s collected.")
_BIGGEST: Final = later("Best day: %(day)s, %(amount)s.")
_NOTHING: Final = later("Nothing collected yet.")
_GOAL: Final = later("Goal %(amount)s")


class Chart(Struct, frozen=True):
    """The data of a chart, and its language."""

    days: Sequence[Day]
    currency: str
    goal: int | None
    language: Language

    @property
    def total(self) -> int:
        """The total at the end of the last day, in minor units."""
        return self.days[-1].total if self.days else 0

    def money(self, amount: int) -> str:
        return self.language.money(Decimal(amount).scaleb(-money.EXPONENTS[self.currency]), self.currency)

    def day(self, day: Day) -> str:
        return self.language.day(day.noon, _ZONE)

    def short_day(self, day: Day) -> str:
        """Returns a formatted day for the axis, without the year to save space."""
        return self.language.short_day(day.noon, _ZONE)

    def say(self, text: str, **values: str) -> str:
        """Returns the translated text with its values."""
        return self.language.gettext(text) % values


def finding(chart: Chart, *, with_best: bool = True) -> str:
    """Returns a textual summary of the data, for the title."""
    if not chart.days:
        return chart.say(_NOTHING)
    if chart.goal is None:
        said = chart.say(_FINDING, total=chart.money(chart.total))
    else:
        said = chart.say(_OF_GOAL, total=chart.money(chart.total), goal=chart.money(chart.goal))
    best = max(chart.days, key=lambda day: day.amount)
    if best.amount <= 0 or not with_best:
        return said
    return f"{said} {chart.say(_BIGGEST, day=chart.day(best), amount=chart.money(best.amount))}"


def svg(chart: Chart) -> Markup:
    """Returns the chart, with only a title if there is no money."""
    shape = _Shape(chart)
    parts = [Markup('<title id="m-finding">{}</title>').format(finding(chart))]
    if chart.days:
        parts += [shape.line(amount) for amount in shape.steps]
        parts += [shape.bar(number, day) for number, day in enumerate(chart.days) if day.amount]
        parts += shape.names()
        if chart.goal is not None:
            parts.append(shape.goal(chart.goal))
        parts.append(shape.running())
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" role="img" aria-labelledby="m-finding" '
        'font-family="system-ui, sans-serif" font-size="12" fill="currentColor">{}</svg>'
    ).format(_WIDTH, _HEIGHT, Markup("").join(parts))


def table(chart: Chart) -> Markup:
    """Returns the data as a collapsed table, one row per day."""
    say = chart.say
    head = Markup('<tr><th scope="col">{}</th><th scope="col">{}</th><th scope="col">{}</th></tr>').format(
        say(later("Day")), say(later("Collected")), say(later("Total"))
    )
    rows = Markup("").join(
        Markup('<tr><th scope="row"><time datetime="{}">{}</time></th><td>{}</td><td>{}</td></tr>').format(
            day.date.isoformat(), chart.day(day), chart.money(day.amount), chart.money(day.total)
        )
        for day in chart.days
    )
    return Markup(
        "<details><summary>{}</summary><table><thead>{}</thead><tbody>{}</tbody></table></details>"
    ).format(say(later("Show as a table")), head, rows)


def figure(chart: Chart) -> Markup:
    """Returns the chart with its table, for embedding in a page."""
    return Markup("<figure>{}{}</figure>").format(svg(chart), table(chart) if chart.days else Markup(""))


def page(chart: Chart, title: str) -> str:
    """Returns the figure as a standalone page."""
    language = chart.language
    return str(
        Markup(
            '<!doctype html><html lang="{}" dir="{}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            '<meta name="color-scheme" content="light dark">'
            "<title>{}</title></head><body><main><h1>{}</h1>{}</main></body></html>"
        ).format(language.code, language.direction, title, title, figure(chart))
    )


class _Shape:
    """The coordinates of the chart's elements."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        amounts = [each for day in chart.days for each in (day.amount, day.total)]
        highest = max([*amounts, chart.goal or 0, 1])
        step = _step(highest)
        self._lowest = min([*amounts, 0])
        self._span = max(highest * 1.08 - self._lowest, 1)
        self.steps = [number * step for number in range(int(highest // step) + 1)]

    def _x(self, number: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * (number + 0.5) / len(self._chart.days)

    def _y(self, amount: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - (amount - self._lowest) / self._span)

    def line(self, amount: int) -> Markup:
        """A grid line with its amount."""
        return Markup(
            '<path d="M{} {y:.1f}H{}" stroke="currentColor" stroke-opacity=".18"/>'
            '<text x="{}" y="{t:.1f}" text-anchor="end">{}</text>'
        ).format(
            _LEFT, _WIDTH - _RIGHT, _LEFT - 8, self._chart.money(amount), y=self._y(amount),
            t=self._y(amount) + 4,
        )  # fmt: skip

    def bar(self, number: int, day: Day) -> Markup:
        """The bar of a day, below zero if refunds exceed gifts."""
        width = (self._x(1) - self._x(0)) * 0.6
        top, foot = sorted((self._y(day.amount), self._y(0)))
        return Markup(
            '<rect x="{x:.1f}" y="{y:.1f}" width="{w:.1f}" height="{h:.1f}" fill-opacity=".35">'
            "<title>{}: {}</title></rect>"
        ).format(
            self._chart.day(day), self._chart.money(day.amount), x=self._x(number) - width / 2, y=top,
            w=width, h=max(foot - top, 1.0),
        )  # fmt: skip

    def names(self) -> list[Markup]:
        """Labels for some of the days."""
        days = self._chart.days
        every = -(-len(days) // _NAMED)
        return [
            Markup('<text x="{x:.1f}" y="{}" text-anchor="middle">{}</text>').format(
                _HEIGHT - 6, self._chart.short_day(day), x=self._x(number)
            )
            for number, day in enumerate(days)
            if number % every == every // 2
        ]

    def goal(self, goal: int) -> Markup:
        """A dashed line at the goal."""
        return Markup(
            '<path d="M{} {y:.1f}H{}" stroke="currentColor" stroke-dasharray="4 5" stroke-width="1.5"/>'
            '<text x="{}" y="{t:.1f}" text-anchor="end" font-weight="600">{}</text>'
        ).format(
            _LEFT, _WIDTH - _RIGHT, _WIDTH - _RIGHT,
            self._chart.say(_GOAL, amount=self._chart.money(goal)), y=self._y(goal), t=self._y(goal) - 6,
        )  # fmt: skip

    def running(self) -> Markup:
        """The line of the running total."""
        points = [(self._x(number), self._y(day.total)) for number, day in enumerate(self._chart.days)]
        x, y = points[-1]
        return Markup(
            '<path d="M{}" fill="none" stroke="currentColor" stroke-width="2.5"/>'
            '<circle cx="{x:.1f}" cy="{y:.1f}" r="5"/>'
        ).format(escape("L".join(f"{left:.1f} {top:.1f}" for left, top in points)), x=x, y=y)


def _step(highest: int) -> int:
    """Returns the smallest step of 1, 2, 5, 10, 20 ... with at most ``_LINES`` lines above zero."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if highest // (step * times) <= _LINES:
                return step * times
        step *= 10
