"""The occasion: its record."""

from datetime import date, datetime
from typing import Annotated, Final, Literal, cast

from msgspec import Meta, Struct

from wellwish.base import clock, ids
from wellwish.infra.http.fields import LINE_PATTERN
from wellwish.occasions.changes import Changes, Day
from wellwish.occasions.plan import Planned, State
from wellwish.occasions.rule_body import DATE, DATE_NAME

Kind = Literal["birthday", "anniversary", "welcome", "date"]
MAX_NUMBER: Final = 2**31 - 1
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class Occasion(Struct, frozen=True, kw_only=True):
    """A day of a person for which a rule creates a card. The dates of a declined one are null."""

    object: Literal["occasion"] = "occasion"
    person_id: Annotated[str, Meta(pattern=ids.pattern("per"))]
    person_name: Annotated[str, Meta(max_length=255, pattern=LINE_PATTERN)]
    occasion: Annotated[Kind, Meta(description="Occasion of the person.")]
    date_name: Annotated[str, Meta(max_length=40, pattern=DATE_NAME)] | None
    year: Annotated[
        int, Meta(ge=1, le=9999, description="Year of the date. The card can close in another year.")
    ]
    state: Annotated[
        State,
        Meta(
            description="`planned`, `made`, or why there is no card. `skipped`: an owner skipped it. "
            "`declined`: the person wants no card. `left`: the person has left. `paused`: the "
            "rule is paused or deleted. `missed`: less than a day and less than half of the card's time is "
            "left. `no_design`: the templates are retired. `no_signers`: there is nobody to "
            "invite. `too_many_signers`: the manager has more than 1,000 people; let the rule "
            "invite a team or a group. `over_limit`: the rule creates no more cards in that "
            "month. `no_cards`: no cards are left, or those left expire before then. `failed`: another "
            "reason; Wellwish tries again."
        ),
    ]
    date: Annotated[Day, Meta(description="Date of the occasion.")] | None
    opens_on: Annotated[Day, Meta(description="Day on which the card opens, at 09:00.")] | None
    closes_on: Annotated[Day, Meta(description="Day on which the card closes.")] | None
    opens_at: str | None
    closes_at: str | None
    years: Annotated[int, Meta(ge=1, le=9999, description="Years of service, for `anniversary`.")] | None
    signers: Annotated[Number, Meta(description="Number of people who are invited, each with a message.")]
    cards: Annotated[Number, Meta(description="Number of cards that the occasion takes from the bundles.")]
    occasion_rule_id: Annotated[str, Meta(pattern=ids.pattern("rule"))]
    template_id: Annotated[str, Meta(pattern=ids.pattern("tpl"))] | None
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))] | None
    changes: Changes | None
    version: Annotated[
        Number,
        Meta(description="Number of times that owners changed or skipped the occasion, or withdrew that."),
    ]


def record(planned: Planned) -> Occasion:
    """Returns the record. For a declined occasion, it omits everything that would reveal the date."""
    shows = planned.state != "declined"
    kind, _, name = planned.occasion.partition(":")

    def day(given: date) -> str | None:
        return given.isoformat() if shows else None

    def at(given: datetime) -> str | None:
        return clock.rfc3339(given) if shows else None

    return Occasion(
        person_id=planned.person_id,
        person_name=planned.name,
        occasion=cast(Kind, kind),
        date_name=name if kind == DATE else None,
        year=planned.year,
        state=planned.state,
        date=day(planned.falls_on),
        opens_on=day(planned.opens_on),
        closes_on=day(planned.closes_on),
        opens_at=at(planned.opens_at),
        closes_at=at(planned.closes_at),
        years=planned.years if shows else None,
        signers=planned.signers if shows else 0,
        cards=int(planned.state in ("planned", "made")),
        occasion_rule_id=planned.rule_id,
        template_id=planned.template_id if shows else None,
        card_id=planned.card_id,
        changes=planned.changes if shows else None,
        version=planned.revision if shows else 0,
    )
