"""Find the medium that a token identifies, for the page that serves its files."""

from datetime import datetime

from msgspec import Struct

from wellwish.base.crypto import Keys, link_hash
from wellwish.base.errors import NotFound
from wellwish.infra.http import Services
from wellwish.media.media import REVIEW, MediaRow


class _Path(Struct):
    account_id: str
    media_id: str


async def served(services: Services, given: str) -> MediaRow | None:
    """Returns the medium that the token in a path identifies, if it is ready and its card exists.

    A review token is required for media of a note that others cannot see. Media of thanks for a note are
    served only while the note exists. Returns None for hidden media. Raises NotFound for an unknown token and
    for a suspended account.
    """
    plain, _, review = given.partition(".")
    async with services.db.statement(first=True) as tx:
        path = await tx.maybe(
            _Path,
            """
            select {columns} from media_paths where hash = :hash and not exists (
              select 1 from account_suspensions s where s.account_id = media_paths.account_id)
            """,
            hash=link_hash(plain),
        )
        reviewed = _opens_review(services.keys, given, tx.now)
    if path is None:
        raise NotFound
    if review and not reviewed:
        return None
    async with services.db.transaction([path.account_id]) as tx:
        return await tx.maybe(
            MediaRow,
            """
            select {columns} from media
            where account_id = :account_id and id = :id and status = 'ready' and exists (
              select 1 from cards
              where account_id = :account_id and id = media.card_id and deleted_at is null)
              and (:reviewed::boolean or contribution_id is null or exists (
                select 1 from contributions
                where account_id = :account_id and id = media.contribution_id and note_status = 'published'))
              and (coalesce(thanks_contribution_id, '') = '' or exists (
                select 1 from contributions
                where account_id = :account_id and id = media.thanks_contribution_id
                  and note_status <> 'deleted'))
            """,
            account_id=path.account_id,
            id=path.media_id,
            reviewed=reviewed,
        )


def _opens_review(keys: Keys, given: str, now: datetime) -> bool:
    plain, _, rest = given.partition(".")
    until, _, tag = rest.partition(".")
    if not until.isdecimal() or int(until) <= now.timestamp():
        return False
    return keys.is_passing_token(tag, REVIEW, plain, int(until))
