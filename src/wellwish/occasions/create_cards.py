"""Create the due cards of an account's plan, and invite their signers."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct, structs

from wellwish.accounts import wake
from wellwish.base import clock
from wellwish.base.errors import (
    BundleCapacityExhausted,
    BundleNotActive,
    NoBundleAvailable,
    Refusal,
    Unavailable,
)
from wellwish.cards import card_row
from wellwish.cards.access import EVERYTHING, CardAccess
from wellwish.cards.body import NewCard
from wellwish.cards.collection import NewCollection
from wellwish.cards.create import create_card
from wellwish.cards.recipient import NewRecipient
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Caller, Services, Warnings
from wellwish.invitations.create import MAX_INVITEES, NewInvitations, create_invitations
from wellwish.occasions import facts, organiser, signers, store, warn
from wellwish.occasions.cards_left import load_purchases
from wellwish.occasions.changes import UNCHANGED
from wellwish.occasions.plan import MAX_PEERS, PREVENTED, Key, Planned, State
from wellwish.occasions.planned import from_today, may_run_out, planned
from wellwish.occasions.rule import RuleRow, hold_all, load_all
from wellwish.occasions.rule_body import date_name, filled
from wellwish.occasions.turns import latest_day
from wellwish.people import choice, person

# The cards of one transaction, which MAX_PEERS may lower. Other changes of the account's people wait for it.
_TOGETHER: Final = 10
# Maximum transactions per run, so that it ends well before the time limit of a job, which then runs again.
_ROUNDS: Final = 20
_LATEST: Final = timedelta(days=1)
_AFTER_DEATH: Final = timedelta(hours=1)
_AFTER_REFUSALS: Final = timedelta(minutes=10)
# States that are stored once the card should be open, so that the list shows later why there is no card.
_STORED: Final[frozenset[State]] = PREVENTED.union(("missed", "failed"))
_MAX_TITLE: Final = 255  # characters, as for every card
_MAX_MESSAGE: Final = 5000


async def run(services: Services, args: dict[str, Any]) -> datetime | None:
    """Returns the time of the next run: the next opening, or the next day. Ends if no rule is started.

    A card, its invitations and the row that claims its occasion are written in one transaction, so that an
    interrupted run leaves either all of them or none. An error in the creation of one card does not prevent
    the others: it is raised after them. Cards that failed in an earlier run come last.
    """
    account_id: str = args["account_id"]
    together, refused, broken = _TOGETHER, dict[Key, Planned](), list[Exception]()
    next_at: datetime | None = clock.data_now()
    for _ in range(_ROUNDS):
        due: list[Planned] = []
        try:
            async with services.db.transaction([account_id]) as tx:
                next_at = await _round(tx, services, account_id, together, refused, due)
        except Exception as error:
            if not due or isinstance(error, Unavailable):
                raise
            # If the purchase that was chosen has no card left, the next round chooses another one.
            if len(due) == 1 and not isinstance(error, BundleCapacityExhausted | BundleNotActive):
                refused[due[0].key] = structs.replace(due[0], state=_state_after(error))
                broken += [] if isinstance(error, Refusal) else [error]
            # Another request took the last card, or a limit was reached. Creating the cards one by one shows
            # which of them fail.
            together = 1
            continue
        if next_at is None or next_at > clock.data_now():
            if next_at is not None:
                await _warn(services, account_id)
            break
    else:
        if refused:
            async with services.db.transaction([account_id]) as tx:
                await person.lock(tx, account_id)
                await store.write(tx, account_id, await _still_wanted(tx, account_id, [*refused.values()]))
            next_at = clock.data_now() + _AFTER_REFUSALS
    if broken:
        raise broken[0]
    return next_at


async def fail_dead(tx: Tx, services: Services, args: dict[str, Any]) -> None:
    """Retries in an hour, because the account would get no cards from a dead job."""
    del services
    await wake.create_cards(tx, args["account_id"], at=tx.now + _AFTER_DEATH)


def _state_after(error: Exception) -> State:
    return "no_cards" if isinstance(error, NoBundleAvailable) else "failed"


async def _round(
    tx: Tx,
    services: Services,
    account_id: str,
    together: int,
    refused: dict[Key, Planned],
    due: list[Planned],
) -> datetime | None:
    """Creates the next cards, which it appends to ``due``. Returns the time of the next round, if any."""
    await person.lock(tx, account_id)
    rules = {each.id: each for each in await hold_all(tx, account_id)}
    if not any(each.started_at is not None for each in rules.values()):
        return None
    states: dict[Key, State] = {key: each.state for key, each in refused.items()}
    basis = structs.replace(await facts.load(tx, account_id, [*rules.values()]), refused=states)
    soon = from_today(basis, latest_day(tx.now + _LATEST))
    made = [each.occasion for each in await planned(tx, account_id, basis, soon)]
    opened = [each for each in made if each.opens_at <= tx.now]
    waiting = [each for each in opened if each.state == "planned"]
    now = _first(waiting, together)
    due += await _still_wanted(tx, account_id, now)
    for each in due:
        await _create(tx, services, account_id, rules[each.rule_id], each)
    if len(waiting) > len(now):
        return tx.now
    blocked = [each for each in opened if each.state in _STORED]
    await _store(tx, account_id, blocked)
    return min([tx.now + _LATEST, *(each.opens_at for each in made if each.opens_at > tx.now)])


def _first(waiting: Sequence[Planned], together: int) -> list[Planned]:
    """Returns the first cards, at least one, whose signers a transaction can invite."""
    signers = accumulate(each.signers for each in waiting)
    fitting = sum(total <= MAX_PEERS for total in signers)
    return [*waiting[: min(together, max(1, fitting))]]


async def _warn(services: Services, account_id: str) -> None:
    """Runs after the transactions of the cards, so that nobody's changes wait for it."""
    async with services.db.transaction([account_id]) as tx:
        basis = await facts.load(tx, account_id, await load_all(tx, account_id))
        until = latest_day(tx.now + warn.AHEAD)
        if await may_run_out(tx, account_id, basis, until):
            made = await planned(tx, account_id, basis, from_today(basis, until))
            shown = [each.occasion for each in made if not each.is_hidden]
            await warn.owners(tx, services, account_id, shown)


class _Contact(Struct, frozen=True):
    id: str
    name: str
    email: str | None
    phone: str | None
    locale: str | None
    timezone: str | None
    external_id: str | None


async def _still_wanted(tx: Tx, account_id: str, waiting: Sequence[Planned]) -> list[Planned]:
    """Returns the occasions that their people have not declined since the plan was created.

    A choice changes only the person's row, which is locked here before the choice is read again.
    """
    person_ids = sorted({each.person_id for each in waiting})
    await tx.run(
        """
        select true from people
        where account_id = :account_id and id = any (:ids::text[]) order by id for share
        """,
        account_id=account_id,
        ids=person_ids,
    )
    choices = await choice.load(tx, account_id, person_ids) if person_ids else {}
    return [
        each
        for each in waiting
        if (said := choices.get(each.person_id)) is not None  # otherwise the person was deleted
        and not said.declines(date_name(each.occasion), each.year)
    ]


async def _create(tx: Tx, services: Services, account_id: str, rule: RuleRow, planned: Planned) -> None:
    to = await tx.one(
        _Contact,
        "select {columns} from people where account_id = :account_id and id = :id",
        account_id=account_id,
        id=planned.person_id,
    )
    organiser_id = await organiser.organiser_id(tx, account_id, rule, planned.person_id)
    caller, warnings = Caller(account_id, organiser_id), Warnings(strict=False)
    changed = planned.changes or UNCHANGED
    new = NewCard(
        title=filled(changed.title or rule.title, to.name, planned.years, _MAX_TITLE),
        sender=rule.sender,
        template_id=planned.template_id or "",
        collection=rule.collection or NewCollection(),
        bundle_purchase_id=await _first_purchase(tx, account_id, rule),
        recipients=[
            NewRecipient(
                name=to.name, email=to.email, phone=to.phone, locale=to.locale, external_id=to.external_id
            )
        ],
        contribution_end_date=clock.rfc3339(planned.closes_at),
        timezone=to.timezone,
        organiser_mail="daily",
    )
    card = await create_card(tx, caller, services, new, warnings)
    await _claim(tx, account_id, planned, card.id)
    access = CardAccess(account_id, card.id, EVERYTHING)
    invitees = await signers.invitees(tx, account_id, rule, planned.person_id)
    words = changed.message or rule.message
    message = None if words is None else filled(words, to.name, planned.years, _MAX_MESSAGE)
    for start in range(0, len(invitees), MAX_INVITEES):
        await create_invitations(
            tx,
            caller,
            access,
            await card_row.held_open(tx, access),
            services,
            NewInvitations(card_id=card.id, invitees=invitees[start : start + MAX_INVITEES], message=message),
            warnings,
        )
    data = {"person_id": planned.person_id, "card_id": card.id, "occasion_rule_id": rule.id}
    await events.record(tx, account_id, "occasion.card_created", card_id=card.id, data=data)


async def _first_purchase(tx: Tx, account_id: str, rule: RuleRow) -> str | None:
    """Returns the rule's first purchase with a card left, or None."""
    if rule.bundle_purchase_ids is None:
        return None
    usable = {each.id for each in await load_purchases(tx, account_id)}
    return next((each for each in rule.bundle_purchase_ids if each in usable), None)


class AlreadyMadeError(Exception):
    """The occasion already has a card or was skipped, although this job holds the lock of people."""


async def _claim(tx: Tx, account_id: str, planned: Planned, card_id: str) -> None:
    """Raises AlreadyMadeError, after which the transaction is rolled back."""
    if not await store.write(tx, account_id, [structs.replace(planned, state="made", card_id=card_id)]):
        raise AlreadyMadeError


async def _store(tx: Tx, account_id: str, blocked: Sequence[Planned]) -> None:
    if blocked:
        await store.write(tx, account_id, blocked)
