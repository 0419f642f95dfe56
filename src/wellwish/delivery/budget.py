"""Message budgets of addresses and accounts, shared by all processes.

Each count is a row of ``throttles``. Its key consists of a keyed hash and the end of its window, after which
it is purged.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from wellwish.accounts import test_account
from wellwish.delivery.share import Budget, take_share
from wellwish.infra.db import Tx
from wellwish.infra.http import Services

# Messages per day, in addition to the first message about a card: if that one counted, only four of the five
# resends allowed per hour would be possible.
TO_ONE_ADDRESS_FOR_ONE_CARD: Final = 5 + 1
TO_ONE_ADDRESS: Final = 20

# Emails that only signers receive: note links, openings and thanks. They are counted separately. Otherwise,
# an account could resend until it is refused, and learn which invitees have signed anonymously.
TO_ONE_SIGNER_OF_ONE_CARD: Final = 4  # 10 together with the messages above
TO_ONE_SIGNER: Final = 10

# Contributors without an account can send the link to their own note to any address. These emails have
# separate budgets, so that they never delay the account's invitations. A contributor needs one or two
# addresses.
OWN_LINK_ADDRESSES_OF_A_NOTE: Final = 3
OWN_LINKS_OF_A_CARD: Final = 50
OWN_LINKS_OF_AN_ACCOUNT: Final = 500

DAY: Final = timedelta(days=1)


def day_end(now: datetime) -> datetime:
    """Returns the next midnight in UTC."""
    return datetime(now.year, now.month, now.day, tzinfo=UTC) + DAY


async def within_day(tx: Tx, services: Services, card_id: str, addresses: Sequence[str]) -> set[str]:
    """Counts one message to each of the addresses and returns those within today's budget.

    Demo mode and test data send nothing, so only the budgets of cards apply to them, and the same address can
    be used all day.
    """
    limits = TO_ONE_ADDRESS_FOR_ONE_CARD, TO_ONE_ADDRESS
    return await _within(tx, services, "messages", card_id, addresses, limits)


async def within_day_of_signer(
    tx: Tx, services: Services, card_id: str, addresses: Sequence[str]
) -> set[str]:
    """Like ``within_day``, for emails that are sent only to signers and count against a separate budget."""
    limits = TO_ONE_SIGNER_OF_ONE_CARD, TO_ONE_SIGNER
    return await _within(tx, services, "mail of a signer", card_id, addresses, limits)


async def _within(
    tx: Tx, services: Services, what: str, card_id: str, addresses: Sequence[str], limits: tuple[int, int]
) -> set[str]:
    ends_at = day_end(tx.now)
    of_card = {services.keys.pseudonym(f"{what} to {each}\nfor {card_id}"): each for each in addresses}
    within = await _granted(tx, of_card, limits[0], ends_at)
    if await sends_nothing(tx, services):
        return within
    overall = {services.keys.pseudonym(f"{what} to {each}"): each for each in within}
    granted = await _granted(tx, overall, limits[1], ends_at)
    await _untake(tx, [subject for subject, each in of_card.items() if each in within - granted], ends_at)
    return granted


async def give_back(tx: Tx, services: Services, card_id: str, addresses: Sequence[str]) -> None:
    """Returns uses that ``within_day`` granted in this transaction for messages that were not written."""
    subjects = [services.keys.pseudonym(f"messages to {each}\nfor {card_id}") for each in addresses]
    if not await sends_nothing(tx, services):
        subjects += [services.keys.pseudonym(f"messages to {each}") for each in addresses]
    await _untake(tx, subjects, day_end(tx.now))


async def _untake(tx: Tx, subjects: Sequence[bytes], ends_at: datetime) -> None:
    if subjects:
        await tx.run(
            """
            update throttles set uses = uses - 1
            where subject = any (:subjects::bytea[]) and window_ends_at = :ends_at and uses > 0
            """,
            subjects=sorted(subjects),
            ends_at=ends_at,
        )


async def _granted(tx: Tx, subjects: Mapping[bytes, str], limit: int, ends_at: datetime) -> set[str]:
    return {subjects[each] for each in await take(tx, list(subjects), limit, ends_at)}


class _Taken(Struct):
    subject: bytes


async def take(tx: Tx, subjects: Sequence[bytes], limit: int, ends_at: datetime) -> list[bytes]:
    """Counts one use per subject in the window until ``ends_at``; returns the subjects within the limit."""
    rows = await tx.many(
        _Taken,
        """
        with taken as (
          insert into throttles (subject, window_ends_at, uses)
          select subject, :ends_at, 1 from unnest(:subjects::bytea[]) as asked (subject)
          on conflict (subject, window_ends_at) do update set uses = throttles.uses + 1
          where throttles.uses < :limit
          returning subject)
        select subject from taken
        """,
        # Always in the same order, so that two transactions cannot deadlock.
        subjects=sorted(set(subjects)),
        ends_at=ends_at,
        limit=limit,
    )
    return [row.subject for row in rows]


async def used_up(tx: Tx, subjects: Sequence[bytes], limit: int, ends_at: datetime) -> set[bytes]:
    """Returns the subjects with no uses left in the window, without counting."""
    rows = await tx.many(
        _Taken,
        """
        select subject from throttles
        where subject = any (:subjects::bytea[]) and window_ends_at = :ends_at and uses >= :limit
        limit 50000
        """,
        subjects=list(subjects),
        ends_at=ends_at,
        limit=limit,
    )
    return {row.subject for row in rows}


async def may_get_more(tx: Tx, services: Services, card_id: str, addresses: Sequence[str]) -> set[str]:
    """Returns the addresses within today's budget like ``within_day``, but without counting."""
    ends_at = day_end(tx.now)
    of_card = {services.keys.pseudonym(f"messages to {each}\nfor {card_id}"): each for each in addresses}
    over = {of_card[each] for each in await used_up(tx, list(of_card), TO_ONE_ADDRESS_FOR_ONE_CARD, ends_at)}
    if not await sends_nothing(tx, services):
        overall = {services.keys.pseudonym(f"messages to {each}"): each for each in addresses}
        over |= {overall[each] for each in await used_up(tx, list(overall), TO_ONE_ADDRESS, ends_at)}
    return set(addresses) - over


async def _take_each(tx: Tx, limits: Mapping[bytes, int], ends_at: datetime) -> set[bytes]:
    """Like ``take``, with a limit for each of a few subjects."""
    subjects = sorted(limits)
    rows = await tx.many(
        _Taken,
        """
        with taken as (
          insert into throttles (subject, window_ends_at, uses)
          select subject, :ends_at, 1 from unnest(:subjects::bytea[]) as asked (subject)
          on conflict (subject, window_ends_at) do update set uses = throttles.uses + 1
          where throttles.uses < (:limits::int[])[array_position(:subjects::bytea[], excluded.subject)]
          returning subject)
        select subject from taken
        """,
        subjects=subjects,
        ends_at=ends_at,
        limits=[limits[each] for each in subjects],
    )
    return {row.subject for row in rows}


async def own_link(
    tx: Tx, services: Services, account_id: str, card_id: str, note_id: str, address: str
) -> Literal["granted", "note", "card"]:
    """Counts an email with a contributor's own link; returns the limit that is used up today, or None.

    ``card`` means the limit of the card or of the account. The caller rolls back after a refusal; otherwise
    the address would count as one that got the link.
    """
    ends_at = day_end(tx.now)
    note, card = (services.keys.pseudonym(f"own links of {each}") for each in (note_id, card_id))
    limits = {card: OWN_LINKS_OF_A_CARD}
    # A concurrent transaction with the same address waits here, and then includes this count.
    if await take(tx, [services.keys.pseudonym(f"own link of {note_id} to {address}")], 1, ends_at):
        limits[note] = OWN_LINK_ADDRESSES_OF_A_NOTE
    refused = limits.keys() - await _take_each(tx, limits, ends_at)
    if note in refused:
        return "note"
    return "granted" if not refused and await own_links_of_account(tx, services, account_id) else "card"


async def own_links_of_account(tx: Tx, services: Services, account_id: str) -> bool:
    """Counts a request for own links against the account's budget; returns whether it is granted today."""
    payer_id = await _payer_id(tx, services, account_id)
    if payer_id is None:
        return True
    budget = Budget("own links", payer_id, OWN_LINKS_OF_AN_ACCOUNT, day_end(tx.now))
    return await take_share(tx, services.keys, budget, account_id, 1) == 1


async def window_end(tx: Tx, subject: bytes) -> datetime | None:
    """Returns the end of the subject's current window, or None. For windows that start with the first use."""
    return await tx.value(
        "select max(window_ends_at) from throttles where subject = :subject and window_ends_at > :now",
        subject=subject,
    )


async def within_account(tx: Tx, services: Services, account_id: str, wanted: int) -> int:
    """Counts messages of the account and returns how many of ``wanted`` may be sent today.

    Demo mode and test data send nothing, so they have no limit.
    """
    payer_id = await _payer_id(tx, services, account_id)
    limit = await account_limit(tx, services, account_id)
    if not limit or not wanted or payer_id is None:
        return wanted
    budget = Budget("messages", payer_id, limit, day_end(tx.now))
    return await take_share(tx, services.keys, budget, account_id, wanted)


async def notices(tx: Tx, services: Services, account_id: str, wanted: int) -> int:
    """Like ``within_account``, for notices to new people.

    They use at most half of a day's messages, so that a long list leaves room for invitations.
    """
    payer_id = await _payer_id(tx, services, account_id)
    limit = await account_limit(tx, services, account_id)
    if not limit or not wanted or payer_id is None:
        return wanted
    share = Budget("notices", payer_id, max(1, limit // 2), day_end(tx.now))
    taken = await take_share(tx, services.keys, share, account_id, wanted)
    granted = await within_account(tx, services, account_id, taken)
    if granted < taken:
        await take_share(tx, services.keys, share, account_id, granted - taken)
    return granted


async def account_limit(tx: Tx, services: Services, account_id: str) -> int:
    """Returns the account's daily limit of messages; 0 means no limit."""
    settings = services.settings
    if await sends_nothing(tx, services):
        return 0
    proven = await tx.value(
        """
        select exists (
          select 1 from memberships m join users u on u.id = m.user_id
          where m.account_id in (
              :account_id, (select c.platform_id from customers c where c.account_id = :account_id))
            and m.role = 'owner' and u.email_verified_at is not null)
        and exists (
          select 1 from bundle_purchases p where p.account_id = :account_id and p.payment_status = 'paid')
        """,
        account_id=account_id,
    )
    return settings.messages_per_day if proven else settings.messages_per_day_unproven


async def take_text(tx: Tx, services: Services, account_id: str, count: int) -> bool:
    """Counts the segments of a text message, which are its cost; returns whether it may be sent today."""
    limit = services.settings.sms_per_day
    if not limit:
        return True
    if count > limit:
        return False
    payer_id = await _payer_id(tx, services, account_id) or account_id
    budget = Budget("texts", payer_id, limit, day_end(tx.now))
    return await take_share(tx, services.keys, budget, account_id, count, is_whole=True) == count


async def _payer_id(tx: Tx, services: Services, account_id: str) -> str | None:
    """Returns the account whose budget counts, or None if nothing is sent.

    A customer's messages count against its platform, whose budget would otherwise grow with each customer.
    """
    if await sends_nothing(tx, services):
        return None
    sql = "select platform_id from customers where account_id = :account_id"
    return await tx.value(sql, account_id=account_id) or account_id


async def sends_nothing(tx: Tx, services: Services) -> bool:
    """Returns whether nothing is sent, as in demo mode and for test data, which has no live budgets."""
    return services.settings.demo or await test_account.sees_test(tx)
