"""Duplicate a card."""

from typing import Any, Final

from msgspec import structs

from wellwish.cards.body import EndDate, ExternalId, NewAudioFile, NewCard, PurchaseId, TemplateId, Title
from wellwish.cards.card import Card
from wellwish.cards.card_row import CardRow
from wellwish.cards.collection import NewCollection
from wellwish.cards.create import DEFAULT_MAIL, create_card
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Caller, Services, Warnings

# Fields that are not copied unchanged: people, dates and data that belong to the original, and fields that
# `_like` sets. All other fields of a new card are copied.
NOT_COPIED: Final = frozenset(
    {
        "recipient", "recipient_email", "recipients", "extra_data",
        "title", "template_id", "contribution_end_date", "bundle_purchase_id", "external_id",
        "palette", "custom_effect", "organiser_mail", "audio_file", "collection",
    }
)  # fmt: skip
_COPIED: Final = tuple(each.name for each in structs.fields(NewCard) if each.name not in NOT_COPIED)


class Duplication(Body, frozen=True, kw_only=True):
    """The fields in which the new card differs from the original."""

    title: Title | None = None
    template_id: TemplateId | None = None
    contribution_end_date: EndDate | None = None
    bundle_purchase_id: PurchaseId | None = None
    external_id: ExternalId | None = None


async def duplicate(
    tx: Tx,
    caller: Caller,
    row: CardRow,
    services: Services,
    new: Duplication,
    warnings: Warnings,
) -> Card:
    """The new card has the settings of the original, but no recipients, invitations, contributions or admins.

    The new card is taken from a bundle purchase. Without `contribution_end_date`, it has no end. Without
    `template_id`, it has the design of the original; if that design has been retired, choose another one.

    Raises NotFound, NoBundleAvailable, BundleCapacityExhausted, BundleNotActive, ExternalIdExists.
    """
    return await create_card(tx, caller, services, _like(row, new), warnings)


def _like(row: CardRow, new: Duplication) -> NewCard:
    copied: dict[str, Any] = {name: getattr(row, name) for name in _COPIED}
    if new.template_id in (None, row.template_id):
        copied |= {"palette": row.palette, "custom_effect": row.custom_effect}
    audio = row.audio_file
    return NewCard(
        **copied,
        title=new.title or row.title,
        template_id=new.template_id or row.template_id,
        contribution_end_date=new.contribution_end_date,
        bundle_purchase_id=new.bundle_purchase_id,
        external_id=new.external_id,
        organiser_mail=_organiser_mail(row),
        audio_file=None if audio is None else NewAudioFile(name=audio.name, url=audio.url),
        collection=NewCollection(
            **{each.name: getattr(row, each.name) for each in structs.fields(NewCollection)}
        ),
    )


def _organiser_mail(row: CardRow) -> str | None:
    """Returns the setting if it was chosen, otherwise None: a program's copy must not request emails."""
    is_chosen = row.organiser_mail != DEFAULT_MAIL or row.organiser_id == row.account_id
    return row.organiser_mail if is_chosen else None
