"""Create a card."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

import msgspec
from msgspec import Struct, structs

from wellwish.accounts.account import Account
from wellwish.accounts.account import load as load_account
from wellwish.base import ids
from wellwish.base.errors import (
    BundleCapacityExhausted,
    BundleNotActive,
    Fault,
    InvalidRequest,
    NoBundleAvailable,
    NotFound,
)
from wellwish.base.money import Money
from wellwish.cards import cover, deadline
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.body import NewCard
from wellwish.cards.card import Card, record
from wellwish.cards.card_row import PERSONAL, CardRow
from wellwish.cards.external_id import external_id_exists, other_with
from wellwish.cards.link import PUBLIC_VIEW, SIGN, VIEW, Link
from wellwish.cards.recipient import NewRecipient, RecipientRow, merged, with_phones
from wellwish.cards.wake_jobs import first_jobs
from wellwish.cards.words import words
from wellwish.designs.templates import template
from wellwish.infra.checkout import limits_of
from wellwish.infra.db import Tx
from wellwish.infra.effects import hold_clock
from wellwish.infra.http import Caller, Services, Warnings
from wellwish.media import fetch
from wellwish.payments.merchant import find_merchant

DEFAULT_MAIL: Final = "daily"  # the default of ``organiser_mail``


async def create_card(tx: Tx, caller: Caller, services: Services, new: NewCard, warnings: Warnings) -> Card:
    """Takes one card from the bundle purchase in the same transaction.

    Raises NotFound, NoBundleAvailable, BundleCapacityExhausted, BundleNotActive, ExternalIdExists.
    """
    ends_at, timezone, named = await _by_account(tx, caller.account_id, new)
    people, effect = merged(new.recipient, new.recipient_email, named), effect_of(new.custom_effect, warnings)
    card_id = ids.new("card")
    listed = [
        RecipientRow(ids.new("rcp"), p.name, p.email, p.phone, p.locale, p.external_id, 1) for p in people
    ]
    links = _links(card_id, new, listed)
    first = people[0] if people else NewRecipient()
    values = _values(new, first, ends_at, effect) | _around(services, listed, links)
    # A program can create thousands of cards, so owners get email only about cards whose request asked for
    # it.
    asked_by = caller.account_id if new.organiser_mail is not None else None
    values["organiser_id"] = asked_by if caller.credential_id else caller.user_id
    values["organiser_mail"] = new.organiser_mail or DEFAULT_MAIL
    jobs = first_jobs(ends_at, timezone, values["organiser_mail"], tx.now)
    ahead = await hold_clock(tx, [caller.account_id])
    values |= {"job_kinds": list(jobs), "job_times": [each - ahead for each in jobs.values()]}
    row = await tx.maybe(CardRow, _CREATE, account_id=caller.account_id, id=card_id, **values)
    if row is None:
        raise await _why_not(tx, caller, new)
    access = CardAccess(caller.account_id, card_id, EVERYTHING)
    if new.custom_logo is not None or (new.audio_file is not None and new.audio_file.url is not None):
        fetch.doubt(services, warnings, new.audio_file and new.audio_file.url, new.custom_logo)
        await fetch.ask(tx, services, access.account_id, access.card_id)
    await cover.ask(tx, row)
    if row.add_money != "nobody":
        await warn_of_currency(tx, services, row.account_id, row.currency, warnings)
    return record(row, listed, access, services, tx.now, collected=Money(0, row.currency), handover=None)


async def warn_of_currency(
    tx: Tx, services: Services, account_id: str, currency: str, warnings: Warnings
) -> None:
    """Warns about a currency that the account's provider does not accept; cash can still be pledged in it."""
    if all(limits_of(name, currency) is not None for name in ("mollie", "stripe")):
        return
    paid_to = await find_merchant(tx, services, account_id)
    if paid_to is not None and limits_of(paid_to.provider, currency) is None:
        detail = f"The account's payment provider does not accept {currency}, so nobody can pay online."
        warnings.add("/collection/currency", "currency_not_accepted", detail)


async def _by_account(
    tx: Tx, account_id: str, new: NewCard
) -> tuple[datetime | None, str, list[NewRecipient]]:
    """Returns the end, its time zone and the recipients.

    They depend on the account's settings, which are loaded only if needed.
    """
    end, listed = new.contribution_end_date, new.recipients
    account: Account | None = None
    if (end is not None and new.timezone is None) or any(person.phone for person in listed):
        account = await load_account(tx, account_id)
        listed = with_phones(listed, account.country)
    timezone = new.timezone or (account.timezone if account is not None else "UTC")
    return None if end is None else deadline.future(end, timezone, tx.now), timezone, listed


def effect_of(word: str | None, warnings: Warnings) -> str | None:
    """Returns the effect with this name; None (the template's effect) for a missing or unknown name.

    An unknown name adds a warning or, if warnings are strict, raises InvalidRequest.
    """
    if word is None or word in template.EFFECTS:
        return word
    detail = f"Unknown effect; the template's effect is used. Must be one of: {', '.join(template.EFFECTS)}."
    if warnings.strict:
        raise InvalidRequest(faults=[Fault("/custom_effect", "invalid_value", detail)])
    warnings.add("/custom_effect", "unknown_effect", detail)
    return None


def _links(card_id: str, new: NewCard, listed: Sequence[RecipientRow]) -> list[Link]:
    of_card = {SIGN: _shares(new), PUBLIC_VIEW: new.public_read}
    return [
        *(Link(VIEW, person.id, person.link_version) for person in listed),
        *(Link(kind, card_id, 1) for kind, exists in of_card.items() if exists),
    ]


def _shares(new: NewCard) -> bool:
    return new.card_type != PERSONAL and new.shared_link is not False


# One statement, so that a card costs one round trip: it chooses and locks a purchase of the account or of its
# platform, takes one card from it if any is left, and inserts a card only if it took one. Never "skip
# locked": with many creators and few cards left, it would refuse most of them despite capacity.
_CREATE: Final = """
    with design as (
      select id, effect, palettes from templates
      where id = :template_id and retired_at is null and (:palette::text is null
        or palettes @> jsonb_build_array(jsonb_build_object('name', :palette::text)))
    ), taken as (
      update bundle_purchases
      set cards_used = cards_used + 1, version = version + 1, updated_at = :now
      where account_id = :account_id and cards_used < cards_total and id = (
        select p.id from bundle_purchases p
        where p.account_id = :account_id and p.status = 'active' and p.payment_status = 'paid'
          and p.cards_used < p.cards_total and (p.expires_at is null or p.expires_at > :now)
          and (:bundle_purchase_id::text is null or p.id = :bundle_purchase_id)
          and exists (select 1 from design)
        order by coalesce(p.expires_at, 'infinity'), p.id
        limit 1 for update)
      returning id, cards_total, cards_used
    ), customer as materialized (  -- apart, as Citus calls no function in a query of its tables
      select account_id from customers where account_id = :account_id and bundles = 'platform'
        and not exists (select 1 from taken) and exists (select 1 from design)
    ), drawn as (
      select d.id from draw_card((select account_id from customer), coalesce(:bundle_purchase_id, ''),
        :now, :bundle_event_id) d limit 1  -- the planner expects 1,000
    ), made as (
      insert into cards (
        account_id, id, bundle_purchase_id, template_id, title, sender, recipient, recipient_email,
        audio_file, card_type, auto_reminders, public_read, contribution_end_date, contribution_ends_at,
        contribution_limit, custom_logo, custom_effect, extra_data, palette, cover_text, moderation,
        see_notes, timezone, locale, shared_link, external_id, reply_to, organiser_mail, organiser_id,
        add_money, see_total, see_contributors, add_cash, restrict_cash, currency, see_contributor_names,
        suggested_amounts, min_amount, max_amount, goal_amount, state, words, created_at, updated_at)
      select
        :account_id, :id, unit.id, design.id, :title, :sender, :recipient, :recipient_email,
        :audio_file::jsonb, :card_type, :auto_reminders, :public_read, :contribution_end_date,
        :contribution_ends_at, :contribution_limit, :custom_logo, coalesce(:custom_effect, design.effect),
        :extra_data, coalesce(:palette, design.palettes -> 0 ->> 'name'), :cover_text::jsonb, :moderation,
        :see_notes, coalesce(:timezone, a.timezone), coalesce(:locale, a.locale), :shared_link, :external_id,
        :reply_to, :organiser_mail, :organiser_id, :add_money, :see_total, :see_contributors, :add_cash,
        :restrict_cash, coalesce(:currency, a.currency), :see_contributor_names, :suggested_amounts::jsonb,
        :min_amount, :max_amount, :goal_amount, 'open', :words, :now, :now
      from (select id from taken union all select id from drawn) as unit, design, accounts a
      where a.id = :account_id
      on conflict (account_id, external_id) where external_id is not null and deleted_at is null do nothing
      returning {columns}
    ), people as (
      insert into recipients (account_id, card_id, id, position, name, email, phone, locale, external_id)
      select :account_id, made.id, p.id, p.position, p.name, p.email, p.phone, p.locale, p.external_id
      from made, jsonb_to_recordset(:people::jsonb)
        as p (id text, position int, name text, email text, phone text, locale text, external_id text)
      returning id
    ), found_by as (
      insert into card_words (account_id, word, card_id)
      select :account_id, w.word, made.id from made, unnest(:words) as w (word) returning word
    ), linked as (
      insert into links (hash, account_id, kind, subject_id, card_id)
      select l.hash, :account_id, l.kind, l.subject_id, made.id
      from made, unnest(:link_hashes::bytea[], :link_kinds::text[], :link_subjects::text[])
        as l (hash, kind, subject_id)
    ), queued as (
      insert into jobs (kind, key, args, run_at, ready)
      select j.kind, j.kind || ':' || made.id,
        jsonb_build_object('account_id', :account_id::text, 'card_id', made.id), j.at, j.at <= :real_now
      from made, unnest(:job_kinds::text[], :job_times::timestamptz[]) as j (kind, at)
    ), recorded as (
      insert into events (account_id, id, type, card_id, data, created_at)
      select :account_id, :event_id, 'card.created', made.id,
        jsonb_build_object('card_id', made.id, 'status', 'open', 'template_id', made.template_id,
          'bundle_purchase_id', made.bundle_purchase_id), :now
      from made
      union all
      select :account_id, :bundle_event_id,
        case when taken.cards_used = taken.cards_total then 'bundle_purchase.exhausted'
          else 'bundle_purchase.low' end, null::text,
        jsonb_build_object('bundle_purchase_id', taken.id, 'cards_remaining',
          taken.cards_total - taken.cards_used),
        :now
      from taken, made
      where taken.cards_total - taken.cards_used in (0, greatest(1, taken.cards_total / 10)) returning id
    )
    select {columns} from made
    """


def _values(
    new: NewCard, first: NewRecipient, ends_at: datetime | None, effect: str | None
) -> dict[str, Any]:
    """Returns the body's values by column name; ``recipient`` is the first recipient."""
    return {
        **structs.asdict(new),
        **structs.asdict(new.collection),
        "recipient": first.name,
        "recipient_email": first.email,
        "words": words(new.title, new.sender, first.name),
        "contribution_ends_at": ends_at,
        "contribution_limit": new.contribution_limit or None,
        "custom_effect": effect,
        "shared_link": _shares(new),
        "audio_file": _json(new.audio_file),
        "cover_text": _json(new.cover_text),
        "suggested_amounts": _json(new.collection.suggested_amounts),
    }


def _around(services: Services, listed: Sequence[RecipientRow], links: Sequence[Link]) -> dict[str, Any]:
    """Returns the parameters of the dependent rows: recipients, links and events."""
    return {
        "people": _json([{**structs.asdict(person), "position": i} for i, person in enumerate(listed)]),
        "link_hashes": [link.hash(services.keys) for link in links],
        "link_kinds": [link.kind for link in links],
        "link_subjects": [link.subject_id for link in links],
        "event_id": ids.new("evt"),
        "bundle_event_id": ids.new("evt"),
    }


def _json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


class _Purchase(Struct):
    status: str
    payment_status: str
    expired: bool


async def _why_not(tx: Tx, caller: Caller, new: NewCard) -> Exception:
    """Returns the reason why no card was created. The rollback returns the card to the purchase."""
    design = await template.usable(tx, new.template_id)
    if new.palette is not None and new.palette not in [palette.name for palette in design.palettes]:
        words = ", ".join(palette.name for palette in design.palettes)
        return InvalidRequest(faults=[Fault("/palette", "invalid_value", f"Must be one of: {words}.")])
    if new.external_id is not None and (other := await other_with(tx, caller.account_id, new.external_id)):
        return external_id_exists(other)
    if new.bundle_purchase_id is None:
        return NoBundleAvailable.of(is_test=caller.is_test)
    purchase = await tx.maybe(
        _Purchase,
        """
        with customer as materialized (select account_id from customers where account_id = :account_id),
        drawable as materialized (select d.status, d.payment_status, d.expires_at
          from customer c, drawable_purchases(c.account_id) d where d.id = :id)
        select status, payment_status, coalesce(expires_at <= :now, false) from bundle_purchases
        where account_id = :account_id and id = :id and platform_id is null
        union all
        select status, payment_status, coalesce(expires_at <= :now, false) from drawable
        """,
        account_id=caller.account_id,
        id=new.bundle_purchase_id,
    )
    if purchase is None:
        detail = "The account has no such bundle purchase."
        return NotFound(faults=[Fault("/bundle_purchase_id", "not_found", detail)])
    if purchase.status != "active" or purchase.payment_status != "paid" or purchase.expired:
        return BundleNotActive()
    return BundleCapacityExhausted()
