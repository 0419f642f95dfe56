"""Dry runs of inviting, resending and reminding: the messages and their recipients."""

from collections.abc import Sequence
from typing import Literal, cast

import msgspec

from wellwish.cards import card
from wellwish.cards.access import CardAccess
from wellwish.cards.card_row import HeldCard
from wellwish.delivery import suppression
from wellwish.infra.http import MAX_LISTED, DryRun, DryRunMessage, Page, Trial
from wellwish.invitations import address, batch, expand, post_to_channel, send
from wellwish.invitations.batch import Wanted
from wellwish.invitations.create import find_existing
from wellwish.invitations.invitation import DeliveryType, Invitation, InvitationRow, load, record
from wellwish.invitations.remind_all import find_suppressed
from wellwish.invitations.resend import find_targets
from wellwish.invitations.send import Sending

Kind = Literal["invitation", "resend", "reminder"]
_ENDED = ("revoked", "failed", "bounced")  # the address can be invited again


async def plan_invitations(trial: Trial) -> DryRun:
    """Returns the messages to the invitees and to group members, whom a job invites later."""
    made: Page[Invitation] = trial.record
    shown = {each.id: each for each in made.data}
    messages = [_new(shown[each]) for each in _asked(trial)]
    suppressed = [_new(each) for each in shown.values() if each.status == "suppressed"]
    people, barred, unlisted = await _plan_members(trial, shown)
    return _listed([*messages, *people], [*suppressed, *barred], unlisted)


async def plan_resend(trial: Trial) -> DryRun:
    """Returns the messages to the invitee, or to the members of a group."""
    access = trial.get(CardAccess)
    targets = await find_targets(trial.tx, access, await load(trial.tx, access, trial.record.id))
    asked = set(_asked(trial))
    barred = await suppression.among(
        trial.tx, trial.services.keys, access.account_id, [each.address_key for each in targets]
    )
    return _listed(
        [_again(trial, "resend", each) for each in targets if each.id in asked],
        [_again(trial, "resend", each) for each in targets if each.address_key in barred],
    )


async def plan_reminders(trial: Trial) -> DryRun:
    access, row = trial.get(CardAccess), trial.get(HeldCard)
    asked = _asked(trial)
    barred = await find_suppressed(trial.tx, trial.services, access, row)
    rows = await _rows(trial, [*asked[:MAX_LISTED], *barred[:MAX_LISTED]])
    unlisted = max(0, len(asked) - MAX_LISTED) + max(0, len(barred) - MAX_LISTED)
    return _listed(
        [_again(trial, "reminder", rows[each]) for each in asked if each in rows],
        [_again(trial, "reminder", rows[each]) for each in barred if each in rows],
        unlisted,
    )


async def _plan_members(
    trial: Trial, shown: dict[str, Invitation]
) -> tuple[list[DryRunMessage], list[DryRunMessage], int]:
    """Returns messages to group members, suppressed messages, and the number of omitted members."""
    access, row = trial.get(CardAccess), trial.get(HeldCard)
    parents = [args["invite_id"] for args in trial.effects.jobs(expand.EXPAND)]
    members: list[Wanted] = []
    for parent in parents:
        found = await expand.waiting(trial.tx, access, parent, MAX_LISTED - len(members))
        members += map(expand.wanted, found)
    if not members:
        return [], [], 0
    mentioned = batch.first_mentions(members)
    people = await card.recipients(trial.tx, access.account_id, access.card_id)
    barred = await address.barred(trial.tx, trial.services, row, people, mentioned, is_recorded=False)
    existing = await find_existing(trial.tx, access, list(mentioned))
    live = {each.address_key for each in existing if each.status not in _ENDED}
    invited = [shown[each] for each in parents]
    total = sum(each.progress.members_total for each in invited if each.progress)
    sends = all(each.send for each in invited)
    fresh = [each for key, each in mentioned.items() if key not in live]
    return (
        [_new(each) for each in fresh if sends and each.address_key not in barred],
        [_new(each) for each in fresh if each.address_key in barred],
        total - len(members),
    )


def _asked(trial: Trial) -> list[str]:
    """Returns the IDs of the invitations for which the call enqueues a message."""
    sendings = [
        each.invite_id
        for args in trial.effects.jobs(send.SEND)
        for each in msgspec.convert(args["sendings"], list[Sending])
    ]
    return sendings + [args["invite_id"] for args in trial.effects.jobs(post_to_channel.POST)]


async def _rows(trial: Trial, invite_ids: Sequence[str]) -> dict[str, InvitationRow]:
    tx, access = trial.tx, trial.get(CardAccess)
    found = await tx.many(
        InvitationRow,
        """
        select {columns} from invitations
        where account_id = :account_id and card_id = :card_id and id = any (:ids) limit 2000
        """,
        account_id=access.account_id,
        card_id=access.card_id,
        ids=list(invite_ids),
    )
    return {each.id: each for each in found}


def _new(invited: Invitation | Wanted) -> DryRunMessage:
    return DryRunMessage(
        kind="invitation",
        invite_id=None,
        delivery_type=cast("DeliveryType", invited.delivery_type),
        delivery_id=invited.delivery_id,
        name=invited.name,
    )


def _again(trial: Trial, kind: Kind, row: InvitationRow) -> DryRunMessage:
    access = trial.get(CardAccess)
    shown = record(row, trial.services, is_owner=access.is_owner)
    return DryRunMessage(
        kind=kind,
        invite_id=shown.id,
        delivery_type=shown.delivery_type,
        delivery_id=shown.delivery_id,
        name=shown.name,
    )


def _listed(messages: list[DryRunMessage], suppressed: list[DryRunMessage], unlisted: int = 0) -> DryRun:
    over = max(0, len(messages) - MAX_LISTED) + max(0, len(suppressed) - MAX_LISTED)
    return DryRun(
        messages=messages[:MAX_LISTED], suppressed=suppressed[:MAX_LISTED], unlisted=unlisted + over
    )
