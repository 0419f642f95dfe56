"""Notes that only their author's own request may find.

When an account erases a person, the note keeps a keyed hash of the address in place of its hidden tie to the
invitation or to the mail with the author's link. The account sees neither. A note can have several hashes, if
its link was mailed to several addresses. They end with the author's link, as mails with a former link do.
"""

from collections.abc import Sequence

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
