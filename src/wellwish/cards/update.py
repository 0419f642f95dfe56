"""Update a card."""

from typing import Any, Final

import msgspec
from msgspec import NODEFAULT, UNSET, Struct, structs

from wellwish.accounts.account import load as load_account
from wellwish.base.errors import CardState, CurrencyFixed, Fault, InvalidRequest, MissingPrivilege
from wellwish.cards import card, cover, deadline, permissions
from wellwish.cards.access import CardAccess
from wellwish.cards.body import CHANGED_COLUMNS, CardChange, NewCard
from wellwish.cards.card import ShownRow
from wellwish.cards.card_row import PERSONAL, CardRow, LockedCard
from wellwish.cards.collection import CollectionChange, NewCollection, amount_faults
from wellwish.cards.create import DEFAULT_MAIL, effect_of, warn_of_currency
from wellwish.cards.external_id import external_id_exists, other_with
from wellwish.cards.link import PUBLIC_VIEW, SIGN, Link, publish, withdraw
from wellwish.cards.organisers import news
from wellwish.cards.replace_recipients import replace_recipients
from wellwish.cards.state import record_end
from wellwish.cards.wake_jobs import BOTH, MAIL_ORGANISERS, REACH_GOAL, wake_jobs
from wellwish.cards.words import words
from wellwish.designs.templates import template
from wellwish.infra import events
from wellwish.infra.db import Tx, UniqueViolation
from wellwish.infra.http import IfMatch, Services, Warnings
from wellwish.media import fetch
from wellwish.payments import ledger

# Only the owner can change money, visibility, addresses, and the fields that an admin's record omits.
OWNERS_ALONE: Final = frozenset(
    {"external_id", "extra_data", "public_read", "shared_link", "recipient_email", "reply_to", "currency",
     "add_money", "see_total", "see_contributors", "see_contributor_names",
     "see_notes"}
)  # fmt: skip
_DEFAULTS: Final[dict[str, Any]] = {
    field.name: field.default
    for field in (*structs.fields(NewCard), *structs.fields(NewCollection))
    if field.default not in (NODEFAULT, None)
} | {"shared_link": True, "organiser_mail": DEFAULT_MAIL}
_OF_RECIPIENTS: Final = ("recipient", "recipient_email", "recipients")
# The jobs that close the card, remind invitees and email organisers depend on these.
_FOLLOWED: Final = ("contribution_ends_at", "timezone", "auto_reminders")
_ON_COVER: Final = ("template_id", "palette", "locale", "cover_text")


async def update_card(
    tx: Tx,
    access: CardAccess,
    row: LockedCard,
    services: Services,
    change: CardChange,
    if_match: IfMatch,
    warnings: Warnings,
) -> card.Card:
    """Raises MissingPrivilege, PreconditionFailed, CardState, CurrencyFixed, ExternalIdExists, NotFound."""
    given = _given(change)
    if not access.is_owner and (kept := sorted(OWNERS_ALONE & given.keys())):
        raise MissingPrivilege(f"Only the owner of the card can change: {', '.join(kept)}.")
    if_match.check(row.version)
    if row.status(tx.now) not in ("open", "closed"):
        raise CardState(f"The card is {row.state}.")
    values = await _values(tx, access, row, given, warnings)
    _check(row, given, values)
    if values["currency"] != row.currency and await _has_money(tx, access):
        raise CurrencyFixed
    if isinstance(given.get("external_id"), str) and given["external_id"] != row.external_id:
        other = await other_with(tx, access.account_id, given["external_id"])
        if other is not None:
            raise external_id_exists(other)
    if any(getattr(change, name) is not UNSET for name in _OF_RECIPIENTS):
        people = await card.recipients(tx, access.account_id, access.card_id)
        after = await replace_recipients(tx, access, services, row, people, change)
        values["recipient"] = after[0].name if after else None
        values["recipient_email"] = after[0].email if after else None
    try:
        changed = await _save(tx, values)
    except UniqueViolation as error:
        raise external_id_exists(None) from error
    await _relink(tx, access, services, row, changed)
    await record_end(tx, access, row)
    await _wake(tx, access, row, changed)
    if given.keys() & {"audio_file", "custom_logo"}:
        audio = given.get("audio_file")
        fetch.doubt(services, warnings, audio and audio.url, given.get("custom_logo"))
        await fetch.ask(tx, services, access.account_id, access.card_id)
    await events.record(
        tx, access.account_id, "card.updated", card_id=access.card_id, data={"card_id": access.card_id}
    )
    if changed.add_money != "nobody" and given.keys() & {"add_money", "currency"}:
        await warn_of_currency(tx, services, changed.account_id, changed.currency, warnings)
    collected = permissions.collected(changed, changed.collected, access, tx.now)
    return card.record(
        changed, changed.people, access, services, tx.now, collected=collected, handover=changed.handover
    )


def _given(change: CardChange) -> dict[str, Any]:
    """Returns the columns to change; None clears a column."""
    given = structs.asdict(change)
    if isinstance(change.collection, CollectionChange):
        given.update(structs.asdict(change.collection))
    return {name: given[name] for name in CHANGED_COLUMNS if given.get(name, UNSET) is not UNSET}


async def _values(
    tx: Tx, access: CardAccess, row: CardRow, given: dict[str, Any], warnings: Warnings
) -> dict[str, Any]:
    """Returns the new values of all columns."""
    values = {**structs.asdict(row), **given}
    cleared = {name for name, value in given.items() if value is None}
    values.update({name: _DEFAULTS[name] for name in cleared & _DEFAULTS.keys()})
    if cleared & {"timezone", "locale", "currency"}:
        account = await load_account(tx, access.account_id)
        values.update({name: getattr(account, name) for name in cleared & {"timezone", "locale", "currency"}})
    values["contribution_limit"] = values["contribution_limit"] or None
    if given.get("organiser_mail") is not None and row.organiser_id is None:
        values["organiser_id"] = row.account_id
    if row.card_type == PERSONAL and given.get("shared_link") is None:
        values["shared_link"] = False
    await _design(tx, row, given, values, warnings)
    end = values["contribution_end_date"]
    if given.get("contribution_end_date") is not None:
        values["contribution_ends_at"] = deadline.future(end, values["timezone"], tx.now)
    elif end is None:
        values["contribution_ends_at"] = None
    elif "timezone" in given:
        values["contribution_ends_at"] = deadline.instant_of(end, values["timezone"])
    if row.state == "open" and row.status(tx.now) == "closed":
        # The card was closed at its end. A new end does not open it; only reopening does.
        values["state"], values["closed_at"] = "closed", row.contribution_ends_at
    return values


async def _design(
    tx: Tx, row: CardRow, given: dict[str, Any], values: dict[str, Any], warnings: Warnings
) -> None:
    """Makes template, palette and effect consistent."""
    if not given.keys() & {"template_id", "palette", "custom_effect"}:
        return
    design = await template.load(tx, row.template_id)
    previous_effect = design.effect
    if values["template_id"] != row.template_id:
        design = await template.usable(tx, values["template_id"])
    names = [palette.name for palette in design.palettes]
    if given.get("palette") is not None and given["palette"] not in names:
        raise InvalidRequest(
            faults=[Fault("/palette", "invalid_value", f"Must be one of: {', '.join(names)}.")]
        )
    if values["palette"] not in names:
        values["palette"] = names[0]
    if "custom_effect" in given:
        values["custom_effect"] = effect_of(given["custom_effect"], warnings) or design.effect
    elif row.custom_effect == previous_effect:
        values["custom_effect"] = design.effect


def _check(row: CardRow, given: dict[str, Any], values: dict[str, Any]) -> None:
    faults = list(amount_faults(values["min_amount"], values["max_amount"], values["suggested_amounts"]))
    if row.card_type == PERSONAL and given.get("shared_link"):
        faults.append(Fault("/shared_link", "invalid_value", "A personal card cannot have a shared link."))
    if faults:
        raise InvalidRequest(faults=faults)


async def _has_money(tx: Tx, access: CardAccess) -> bool:
    """Returns whether a gift or pledge has ever been started, regardless of its outcome."""
    sql = """
        select true from contributions
        where account_id = :account_id and card_id = :card_id and money_status is not null limit 1
        """
    return bool(await tx.value(sql, account_id=access.account_id, card_id=access.card_id))


async def _save(tx: Tx, values: dict[str, Any]) -> ShownRow:
    values = {
        name: msgspec.json.encode(value).decode() if isinstance(value, list | Struct) else value
        for name, value in values.items()
    }
    return await tx.one(
        ShownRow,
        """
        with former as (
          delete from card_words w using cards c
          where c.account_id = :account_id and c.id = :id and w.account_id = c.account_id and w.card_id = c.id
            and w.word = any (c.words) and w.word <> all (:words)
        ), found_by as (
          insert into card_words (account_id, word, card_id)
          select :account_id, w.word, :id from unnest(:words) as w (word)
          on conflict do nothing
        )
        update cards set {assignments}, contribution_ends_at = :contribution_ends_at, state = :state,
          closed_at = :closed_at, organiser_id = :organiser_id, words = :words, version = version + 1,
          updated_at = :now
        from (
          select coalesce(json_agg(r order by r.position), '[]') as people from recipients r
          where r.account_id = :account_id and r.card_id = :id
        ) as listed, (
          select coalesce(sum(b.balance), 0)::bigint as collected from ledger_balances b
          where b.account_id = :account_id and b.name = any (:names) and b.currency = :currency
        ) as summed, (
          select (select row_to_json(h) from handovers h where h.account_id = :account_id and h.card_id = :id)
            as handover
        ) as handed
        where account_id = :account_id and id = :id and version = :version
        returning {columns}
        """,
        CHANGED_COLUMNS,
        names=ledger.counted(values["id"]),
        words=words(values["title"], values["sender"], values["recipient"]),
        **values,
    )


async def _wake(tx: Tx, access: CardAccess, before: CardRow, after: CardRow) -> None:
    """Wakes the jobs that depend on the changed fields."""
    if any(getattr(before, name) != getattr(after, name) for name in _FOLLOWED):
        await wake_jobs(tx, access, (*BOTH, MAIL_ORGANISERS))
    elif before.organiser_mail != after.organiser_mail:
        await wake_jobs(tx, access, [MAIL_ORGANISERS])
    if before.organiser_mail == "none" != after.organiser_mail:
        await news.begin(tx, access)
    if any(getattr(before, name) != getattr(after, name) for name in _ON_COVER):
        await cover.ask(tx, after, is_changed=True)
    if after.goal_amount is not None and after.goal_amount != before.goal_amount:
        await wake_jobs(tx, access, [REACH_GOAL])


async def _relink(tx: Tx, access: CardAccess, services: Services, before: CardRow, after: CardRow) -> None:
    """Activates or revokes the shared and the public link after the change."""
    for kind, had, has, version in (
        (SIGN, before.shared_link, after.shared_link, after.shared_link_version),
        (PUBLIC_VIEW, before.public_read, after.public_read, after.public_link_version),
    ):
        link = Link(kind, access.card_id, version)
        if has and not had:
            await publish(tx, services.keys, access.account_id, access.card_id, [link])
        elif had and not has:
            await withdraw(tx, services.keys, [link])
