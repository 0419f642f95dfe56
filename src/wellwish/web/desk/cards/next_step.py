"""The next step for a card: a pure function of its state, and its texts."""

from typing import Final, Literal

from msgspec import Struct

from wellwish.base.language import Language, later, later_many
from wellwish.cards.card_row import Status

Kind = Literal[
    "ended", "thanked", "opened", "closed", "review", "nobody", "last_day", "unsigned", "address", "all",
    "shared",
]  # fmt: skip
Press = Literal[
    "thanks", "see", "give", "review", "invite", "remind", "address", "close", "share", "another", "date",
    "copy", "",
]  # fmt: skip


class Facts(Struct, frozen=True, kw_only=True):
    """The facts that determine the next step. ``unsigned`` counts invitees without signature or refusal."""

    status: Status = "open"
    is_opened: bool = False
    thanks: int = 0
    waiting: int = 0  # notes for the reader to review
    notes: int = 0
    anonymous: int = 0
    invited: int = 0
    unsigned: int = 0
    failing: int = 0  # addresses that do not work
    days_left: int | None = None
    may_invite: bool = True
    may_update: bool = True
    is_owner: bool = True

    @property
    def by_invitation(self) -> bool:
        """Whether to show a count such as "3 of 5 have signed": no note is anonymous, and every author can be
        an invitee.
        """
        fits = self.notes + self.unsigned + self.failing <= self.invited
        return self.may_invite and not self.anonymous and fits and 0 < self.notes < self.invited


class NextStep(Struct, frozen=True):
    """The state with its primary and secondary button; ``count`` is the number in their texts."""

    kind: Kind
    main: Press
    second: Press
    count: int = 0


def next_step(facts: Facts) -> NextStep:
    """Returns the first applicable state, with the buttons that the reader may use."""
    found = _first(facts)
    allowed = {
        "another": facts.is_owner,
        "invite": facts.may_invite,
        "remind": facts.may_invite,
        "address": facts.may_invite,
        "copy": facts.may_invite,
        "share": facts.may_invite,
        "close": facts.may_update,
        "date": facts.may_update,
    }
    main = found.main if allowed.get(found.main, True) else ""
    second = found.second if allowed.get(found.second, True) else ""
    return NextStep(found.kind, main, second, found.count)


def _first(facts: Facts) -> NextStep:
    is_closed, is_new = facts.status == "closed", not facts.invited and not facts.notes
    is_last_day = facts.days_left is not None and facts.days_left <= 1
    states = (
        (facts.status in ("cancelled", "archived"), NextStep("ended", "", "another")),
        (is_closed and facts.thanks > 0, NextStep("thanked", "thanks", "another", facts.thanks)),
        (is_closed and facts.is_opened, NextStep("opened", "see", "another")),
        (is_closed, NextStep("closed", "give", "see", facts.notes)),
        (facts.waiting > 0, NextStep("review", "review", "share", facts.waiting)),
        (is_new, NextStep("nobody", "invite", "copy")),
        (facts.unsigned > 0 and is_last_day, NextStep("last_day", "remind", "date", facts.unsigned)),
        (facts.unsigned > 0, NextStep("unsigned", "remind", "share", facts.unsigned)),
        (facts.failing > 0, NextStep("address", "address", "share", facts.failing)),
        (not facts.invited, NextStep("shared", "share", "invite", facts.notes)),
        (True, NextStep("all", "close", "share", facts.notes)),
    )
    return next(step for fits, step in states if fits)


_HEADS: Final = {
    "thanked": later("%(name)s says thank you"),
    "opened": later("%(name)s opened it"),
    "closed": later("Ready for %(name)s"),
    "nobody": later("Nobody has been asked yet"),
    "all": later("Everyone has signed"),
}
# Headings for a recipient without a name, or for several.
_NAMELESS: Final = {
    "thanked": later("A thank-you has arrived"),
    "opened": later("The card was opened"),
    "closed": later("Ready to give"),
}
_COUNTED: Final = {
    "review": later_many("%(count)s note waits for you", "%(count)s notes wait for you"),
    "last_day": later_many("%(count)s person has one day left", "%(count)s people have one day left"),
    "unsigned": later_many("%(count)s person has not signed yet", "%(count)s people have not signed yet"),
    "address": later_many("%(count)s address does not work", "%(count)s addresses do not work"),
    "shared": later_many("%(count)s note so far", "%(count)s notes so far"),
}
# Anonymous signers are unknown, so their invitations count as not signed.
_BY_NAME: Final = later_many("%(count)s has not signed by name", "%(count)s have not signed by name")
_ANONYMOUS: Final = later_many("%(count)s note is anonymous", "%(count)s notes are anonymous")
_ENDED: Final = {
    "cancelled": later("This card was cancelled"),
    "archived": later("This card is archived"),
}
_PRESSES: Final = {
    "see": later("See what %(name)s sees"),
    "give": later("Give the card"),
    "invite": later("Invite people"),
    "close": later("Close and give"),
    "share": later("Share the link"),
    "another": later("Make another like this"),
    "date": later("Move the date"),
    "copy": later("Copy the link"),
}
_SEE: Final = later("See the card as its recipients do")
_COUNTED_PRESSES: Final = {
    "thanks": later_many("Read the thank-you", "Read all %(count)s thank-yous"),
    "review": later_many("Review %(count)s note", "Review %(count)s notes"),
    "remind": later_many("Remind %(count)s person", "Remind %(count)s people"),
    "address": later_many("Fix %(count)s address", "Fix %(count)s addresses"),
}


def head(language: Language, step: NextStep, facts: Facts, name: str) -> str:
    """Returns the heading; ``name`` is that of the only recipient, or empty."""
    if step.kind == "ended":
        return language.gettext(_ENDED[facts.status])
    if step.kind in ("last_day", "unsigned") and facts.anonymous:
        return " · ".join(
            (_many(language, _BY_NAME, step.count), _many(language, _ANONYMOUS, facts.anonymous))
        )
    if step.kind in _COUNTED:
        return _many(language, _COUNTED[step.kind], step.count)
    text = _HEADS[step.kind] if name else _NAMELESS.get(step.kind, _HEADS[step.kind])
    return language.gettext(text) % {"name": f"\u2068{name}\u2069"}


def label(language: Language, press: Press, count: int, name: str) -> str:
    """Returns the text of a button or link."""
    if press in _COUNTED_PRESSES:
        return _many(language, _COUNTED_PRESSES[press], count)
    if press == "see" and not name:
        return language.gettext(_SEE)
    return language.gettext(_PRESSES[press]) % {"name": f"\u2068{name}\u2069"}


def _many(language: Language, texts: tuple[str, str], count: int) -> str:
    return language.ngettext(*texts, count) % {"count": language.number(count)}
