"""Links for signing and viewing a card, derived from IDs with the server key."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct

from wellwish.base import clock
from wellwish.base.crypto import Keys, link_hash
from wellwish.base.errors import AccountSuspended, NotFound
from wellwish.infra.db import Tx

SIGN: Final = "sign"  # the card's shared link; its subject is the card
INVITATION: Final = "invitation"  # an invitation's own link
VIEW: Final = "view"  # a recipient's view link
PUBLIC_VIEW: Final = "public_view"  # the public view link, if ``public_read``; its subject is the card
OWN: Final = "own"  # a contributor's own link; its subject is the contribution
WALL: Final = "wall"  # shows the notes on a screen; its subject is the card
# Previews for one hour, by the audience whose view they show. The subject is the card if the owner created
# the preview, otherwise the admin who did. The audience is part of the kind, so that nobody can change it.
PREVIEWS: Final = {
    "everyone": "preview_everyone",
    "contributor": "preview_contributor",
    "recipient": "preview",
    "admin": "preview_admin",
}

_PATHS: Final = {
    SIGN: "s", INVITATION: "s", OWN: "s", VIEW: "c", PUBLIC_VIEW: "c", WALL: "w",
    **dict.fromkeys(PREVIEWS.values(), "c"),
}  # fmt: skip
_LONGEST_TOKEN: Final = 64


class Link(Struct, frozen=True):
    """The values from which a link is derived: kind, subject and version."""

    kind: str
    subject_id: str
    version: int

    def url(self, keys: Keys, base_url: str) -> str:
        """Returns the link. It is a secret: use it in responses and messages, never in tables or logs."""
        return f"{base_url}/{_PATHS[self.kind]}/{keys.link_token(self.kind, self.subject_id, self.version)}"

    def finished_url(self, keys: Keys, base_url: str) -> str:
        """Returns the URL at which a contributor's link shows the finished card."""
        return f"{base_url}/c/{keys.link_token(self.kind, self.subject_id, self.version)}"

    def hash(self, keys: Keys) -> bytes:
        """Returns the hash that the table of links stores."""
        return link_hash(keys.link_token(self.kind, self.subject_id, self.version))


class Opened(Struct, frozen=True):
    """The target of a link: its kind and subject, on a card of an account."""

    kind: str
    subject_id: str
    account_id: str
    card_id: str


class FoundLink(Opened, frozen=True):
    """A link's target, whether its account is suspended, and the offset of the account's test clock."""

    hash: bytes
    is_suspended: bool
    ahead: timedelta | None


async def open_link(tx: Tx, token: str, kinds: Sequence[str]) -> FoundLink:
    """Returns the target of a token of these kinds; the transaction then sees that account's rows.

    Unknown, replaced, expired and revoked links get the same response. Raises NotFound, AccountSuspended.
    """
    if len(token) > _LONGEST_TOKEN:
        raise NotFound
    opened = await tx.found(
        FoundLink,
        """
        select kind, subject_id, account_id, card_id, hash, exists (
          select 1 from account_suspensions s where s.account_id = links.account_id), (
          select t.ahead from test_accounts t where t.account_id = links.account_id)
        from links
        where hash = :hash and kind = any (:kinds) and card_id is not null
          and (expires_at is null or expires_at > :now)
        """,
        hash=link_hash(token),
        kinds=list(kinds),
    )
    if opened.is_suspended:
        raise AccountSuspended
    clock.use_test_clock(opened.ahead)
    await tx.see([opened.account_id])
    return opened


async def find_links(tx: Tx, tokens: Sequence[str]) -> dict[str, FoundLink]:
    """Returns the target of each token that is known.

    Links are outside row-level security: the transaction need not see an account.
    """
    hashes = {link_hash(token): token for token in tokens if len(token) <= _LONGEST_TOKEN}
    rows = await tx.many(
        FoundLink,
        """
        select kind, subject_id, account_id, card_id, hash, exists (
          select 1 from account_suspensions s where s.account_id = links.account_id), (
          select t.ahead from test_accounts t where t.account_id = links.account_id)
        from links
        where hash = any (:hashes::bytea[]) and card_id is not null
          and (expires_at is null or expires_at > :now)
        limit :count
        """,
        hashes=list(hashes),
        count=len(hashes),
    )
    return {hashes[row.hash]: row for row in rows}


async def publish(tx: Tx, keys: Keys, account_id: str, card_id: str, links: Sequence[Link]) -> None:
    """Activates the links."""
    if links:
        await tx.run(
            """
            insert into links (hash, account_id, kind, subject_id, card_id)
            select l.hash, :account_id, l.kind, l.subject_id, :card_id
            from unnest(:hashes::bytea[], :kinds::text[], :subjects::text[]) as l (hash, kind, subject_id)
            on conflict (hash) do nothing
            """,
            account_id=account_id,
            card_id=card_id,
            hashes=[link.hash(keys) for link in links],
            kinds=[link.kind for link in links],
            subjects=[link.subject_id for link in links],
        )


async def withdraw(tx: Tx, keys: Keys, links: Sequence[Link]) -> None:
    """Revokes the links immediately."""
    if links:
        await tx.run(
            "delete from links where hash = any (:hashes::bytea[])",
            hashes=[link.hash(keys) for link in links],
        )
