"""Explain access to a card."""

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, convert, field

from wellwish.base import ids
from wellwish.cards import permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.permissions import Kind, Right
from wellwish.infra.db import Tx
from wellwish.infra.http import Query, word

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
    """The audience to explain."""

    as_: (
        Annotated[
            str,
            word(
                tuple(_KINDS),
                "Audience to explain: `everyone` has the shared link, `contributor` an invitation link, "
                "`recipient` a view link. Default: your own role.",
            ),
        ]
        | None
    ) = field(name="as", default=None)


class AccessEntry(Struct, frozen=True, kw_only=True):
    """One permission on a card, and why it is granted or not."""

    what: Annotated[
        What,
        Meta(description="The permission. Card settings that control it have the same name."),
    ]
    allowed: Annotated[bool, Meta(description="Whether the audience has the permission now.")]
    because: Annotated[
        str,
        Meta(max_length=300, pattern=r"^[^\n]*$", description="The setting or state that decides."),
    ]


class CardAccessReport(Struct, frozen=True, kw_only=True):
    """What an audience can see and do on a card, and why."""

    object: Literal["card_access"] = "card_access"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    audience: Annotated[As, Meta(description="Audience of the report, as in `as`.")]
    entries: Annotated[list[AccessEntry], Meta(max_length=20, description="One entry per permission.")]


async def explain(tx: Tx, access: CardAccess, row: CardRow, query: AccessQuery) -> CardAccessReport:
    """Returns what the audience can see and do with the notes, money and names on the card, and why.

    The API, the pages and exports apply the same rules. Raises NotFound.
    """
    own: As = "owner" if access.is_owner else "admin"
    named: As = own if query.as_ is None else convert(query.as_, As)
    rights = permissions.rights(row, _KINDS[named], tx.now, invited=named == "contributor")
    return CardAccessReport(card_id=row.id, audience=named, entries=[_entry(each, rights) for each in _WHAT])


_WHAT: Final[tuple[What, ...]] = get_args(What)


def _entry(what: What, rights: permissions.Rights) -> AccessEntry:
    right: Right = getattr(rights, what)
    return AccessEntry(what=what, allowed=right.allowed, because=right.because)
