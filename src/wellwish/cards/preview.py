"""Preview a card."""

from datetime import timedelta
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, convert, field

from wellwish.base import clock, ids
from wellwish.base.errors import CardState, NotFound
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import CardRow
from wellwish.cards.link import PREVIEWS, Link, Opened
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, word

LASTS: Final = timedelta(hours=1)
Audience = Literal["everyone", "contributor", "recipient", "admin"]


class PreviewRequest(Body, frozen=True, kw_only=True):
    """Whose view of the card to preview."""

    as_: Annotated[
        str,
        word(
            tuple(PREVIEWS),
            "Whose view to show: `everyone` has the public view link, `contributor` has signed, `recipient` "
            "has a view link, `admin` is an admin of the card.",
        ),
    ] = field(name="as", default="recipient")


class Preview(Struct, frozen=True, kw_only=True):
    """A link that shows a card before it is closed. It ends if the admin who created it is removed."""

    object: Literal["preview"] = "preview"
    card_id: Annotated[str, Meta(pattern=ids.pattern("card"))]
    audience: Annotated[Audience, Meta(description="Audience of the preview, as in `as`.")]
    url: Annotated[str, Meta(description="The link. Do not share it: it shows the card before it is closed.")]
    expires_at: str


async def preview(
    tx: Tx, access: CardAccess, row: CardRow, services: Services, asked: PreviewRequest
) -> Preview:
    """Returns a link, valid for one hour, that shows the card as the audience will see it once it is closed.

    Without a body, the audience is the recipient. Unpublished notes are not shown to any audience.

    Raises CardState for a cancelled card.
    """
    if row.status(tx.now) == "cancelled":
        raise CardState("The card is cancelled and can no longer be viewed.")
    expires_at = tx.real_now + LASTS
    kind = PREVIEWS[asked.as_]
    link = Link(kind, access.admin_id or access.card_id, int(expires_at.timestamp() * 1000))
    await tx.run(
        """
        delete from links
        where account_id = :account_id and card_id = :card_id and kind = any (:kinds)
          and expires_at <= :real_now
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        kinds=list(PREVIEWS.values()),
    )
    await tx.run(
        """
        insert into links (hash, account_id, kind, subject_id, card_id, expires_at)
        values (:hash, :account_id, :kind, :subject_id, :card_id, :expires_at)
        on conflict (hash) do nothing
        """,
        hash=link.hash(services.keys),
        account_id=access.account_id,
        kind=kind,
        subject_id=link.subject_id,
        card_id=access.card_id,
        expires_at=expires_at,
    )
    return Preview(
        card_id=access.card_id,
        audience=convert(asked.as_, Audience),
        url=link.url(services.keys, services.settings.base_url),
        expires_at=clock.rfc3339(expires_at),
    )


async def check(tx: Tx, link: Opened) -> None:
    """Raises NotFound for the preview link of a former admin."""
    if link.subject_id == link.card_id:
        return
    is_admin = await tx.value(
        """
        select true from card_admins
        where account_id = :account_id and card_id = :card_id and id = :id and removed_at is null
        """,
        account_id=link.account_id,
        card_id=link.card_id,
        id=link.subject_id,
    )
    if not is_admin:
        raise NotFound
