"""Explain who sees and may do what about notes, money and names on a card, and why."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, convert, field

from wellwish import ids
from wellwish.cards import card, sees
from wellwish.cards.access import CardAccess
from wellwish.cards.sees import Kind, Right
from wellwish.db import Tx
from wellwish.http import Query, word

As = Literal["everyone", "contributor", "recipient", "admin", "owner"]
What = Literal[
    "sign", "see_notes", "add_money", "add_cash", "see_total", "see_contributors", "see_contributor_names"
]

_KINDS: Final[dict[str, Kind]] = {
    "everyone": "link",
    "contributor": "contributor",
    "recipient": "recipient",
    "admin": "admin",
    "owner": "owner",
}


class AccessQuery(Query, frozen=True, kw_only=True):
    """For whom."""

    as_: (
        Annotated[
            str,
            word(
                tuple(_KINDS),
                "`everyone` holds the card's shared link, `contributor` an invitation's, `recipient` a view "
                "link; absent: yourself.",
            ),
        ]
        | None
    ) = field(name="as", default=None)


class AccessEntry(Struct, frozen=True, kw_only=True):
    """One thing to see or to do."""

    what: Annotated[
        What,
        Meta(description="What it is about; the settings of the card that decide have the same names."),
    ]
    allowed: Annotated[bool, Meta(description="Whether they see or may do it at this moment.")]
    because: Annotated[
        str,
        Meta(max_length=300, pattern=r"^[^\n]*$", description="The setting or the state that decides."),
    ]


class CardAccessReport(Struct, frozen=True, kw_only=True):
    """Who sees and may do what on a card."""

    object: Literal["card_access"] = "card_access"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    audience: Annotated[As, Meta(description="For whom this is, as in `as`.")]
    entries: Annotated[list[AccessEntry], Meta(max_length=20, description="One for each thing.")]


async def explain(tx: Tx, access: CardAccess, query: AccessQuery) -> CardAccessReport:
    """The same rules answer here that the interface, the pages and exports ask. Raises NotFound."""
    row = await card.load(tx, access)
    own: As = "owner" if access.is_owner else "admin"
    named: As = own if query.as_ is None else convert(query.as_, As)
    rights = sees.rights(row, _KINDS[named], tx.now, invited=named == "contributor")
    return CardAccessReport(card_id=row.id, audience=named, entries=[_entry(each, rights) for each in _WHAT])


_WHAT: Final[tuple[What, ...]] = get_args(What)


def _entry(what: What, rights: sees.Rights) -> AccessEntry:
    right: Right = getattr(rights, what)
    return AccessEntry(what=what, allowed=right.allowed, because=right.because)
