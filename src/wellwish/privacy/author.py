"""Notes that only their author's own request may find.

When an account erases a person, the note keeps a keyed hash of the address in place of its hidden tie to the
invitation or to the mail with the author's link. The account sees neither. A note can have several hashes, if
its link was mailed to several addresses. They end with the author's link, as mails with a former link do.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from wellwish.base import clock
from wellwish.base.crypto import Keys
from wellwish.infra.db import Tx
from wellwish.privacy.person import Person


async def separate_from_invitations(
    tx: Tx, keys: Keys, account_id: str, card_id: str, person: Person, invitation_ids: Sequence[str]
) -> None:
    """Replaces the references of notes to these invitations, without a visible change."""
    await tx.run(
        """
        update contributions set invitation_id = null,
          author_hashes = array_append(array_remove(author_hashes, :author_hash), :author_hash)
        where account_id = :account_id and card_id = :card_id and invitation_id = any (:ids::text[])
        """,
        account_id=account_id,
        card_id=card_id,
        author_hash=person.erasure_hash(keys),
        ids=list(invitation_ids),
    )


async def separate_from_mails(tx: Tx, keys: Keys, account_id: str, person: Person) -> None:
    """Replaces the references of notes to the emails with the current link of their author."""
    await tx.run(
        """
        update contributions c
        set author_hashes = array_append(array_remove(author_hashes, :author_hash), :author_hash)
        from messages m
        where c.account_id = :account_id and m.account_id = :account_id and m.kind = 'own_link'
          and c.id = m.link_subject_id and c.own_link_version = m.link_version
          and c.note_status <> 'deleted' and lower(m.recipient) = any (:spellings::text[])
        """,
        account_id=account_id,
        author_hash=person.erasure_hash(keys),
        spellings=list(person.spellings),
    )


class Tied(Struct, frozen=True):
    """A note with the hash of an erased address."""

    account_id: str
    card_id: str
    id: str
    anonymous: bool
    address_hash: bytes


async def find_tied(tx: Tx, account_ids: Sequence[str], entries: Mapping[bytes, datetime]) -> list[Tied]:
    """Returns notes that are tied to these hashes and older than their times."""
    return await tx.many(
        Tied,
        """
        select b.account_id, b.card_id, b.id, b.anonymous, e.address_hash
        from contributions b join unnest(:hashes::bytea[], :ats::timestamptz[]) as e (address_hash, at)
          on e.address_hash = b.author_hash or e.address_hash = any (b.author_hashes)
        where b.account_id = any (:account_ids) and (b.author_hash is not null or b.author_hashes <> '{}')
          and b.created_at <= e.at and b.note_status <> 'deleted'
        order by b.account_id, b.id limit 1000
        """,
        account_ids=list(account_ids),
        hashes=list(entries),
        ats=[at + clock.ahead() for at in entries.values()],
    )
