"""Fetch a card's music and logo if the operator allows it. Pages use only these copies."""

from typing import Any, Final, Literal

import structlog
from msgspec import Struct

from wellwish.base.errors import Refusal, Unavailable
from wellwish.base.limiter import Key
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services, Warnings
from wellwish.infra.http.fields import web_address
from wellwish.infra.jobs import RetryLaterError
from wellwish.infra.net import AddressRefusedError, CallFailedError
from wellwish.media import erase
from wellwish.media.renditions import Renditions
from wellwish.media.store_upload import StoredFile, Upload, forget, insert, new_folder, prepare

FETCH: Final = "media.fetch"
_PASSING: Final = frozenset({408, 425, 429})

CardKind = Literal["audio", "logo"]

log: Final = structlog.get_logger("wellwish.media")


class NotYetError(Exception):
    """The remote server was unavailable; the job is retried."""


def doubt(services: Services, warnings: Warnings, audio: str | None, logo: str | None) -> None:
    """Warns about a file that is not shown because this server does not copy files.

    Raises InvalidRequest if the client prefers strict.
    """
    never = "This server copies no files from other servers" if not services.settings.media.fetch else None
    for pointer, url in (("/audio_file/url", audio), ("/custom_logo", logo)):
        if url is not None and (why := never or _no_address(url)):
            warnings.doubt(pointer, "not_copied", f"{why}, so pages do not show it.")


def _no_address(url: str) -> str | None:
    try:
        web_address(url)
    except ValueError:
        return "This is not an http or https URL"
    return None


async def ask(tx: Tx, services: Services, account_id: str, card_id: str) -> None:
    """Enqueues a job that fetches the card's music and logo, and erases outdated copies."""
    if services.settings.media.fetch:
        await jobs.wake(tx, FETCH, {card_id: {"account_id": account_id, "card_id": card_id}})


class _Named(Struct):
    audio: str | None
    logo: str | None


class _Copy(Struct):
    id: str
    kind: str
    source: str | None


async def run(services: Services, args: dict[str, Any]) -> None:
    """Fetches changed files. A URL without usable content is not fetched again.

    Raises NotYetError, or RetryLaterError if too many jobs call the host.
    """
    account_id, card_id = args["account_id"], args["card_id"]
    if not services.settings.media.fetch:
        return
    async with services.db.transaction([account_id]) as tx:
        named = await tx.maybe(
            _Named,
            """
            select audio_file ->> 'url' as audio, custom_logo as logo from cards
            where account_id = :account_id and id = :card_id and deleted_at is null
            """,
            account_id=account_id,
            card_id=card_id,
        )
        copies = await _copies(tx, account_id, card_id)
    if named is None:
        return
    failure: NotYetError | RetryLaterError | None = None
    kinds: tuple[tuple[CardKind, str | None], ...] = (("audio", named.audio), ("logo", named.logo))
    for kind, url in kinds:
        if copies.get(kind) != url:
            try:
                await _renew(services, account_id, card_id, kind, url)
            except (NotYetError, RetryLaterError) as error:  # a failure of one does not delay the other
                failure = failure if isinstance(failure, NotYetError) else error
    if failure is not None:
        raise failure


async def _copies(tx: Tx, account_id: str, card_id: str) -> dict[str, str | None]:
    """Returns the fetched URLs by kind."""
    rows = await tx.many(
        _Copy,
        """
        select id, kind, source from media
        where account_id = :account_id and card_id = :card_id and kind in ('audio', 'logo') limit 2
        """,
        account_id=account_id,
        card_id=card_id,
    )
    return {row.kind: row.source for row in rows}


async def _renew(services: Services, account_id: str, card_id: str, kind: CardKind, url: str | None) -> None:
    kept = None if url is None else await _fetched(services, Key(account_id, card_id), kind, url)
    try:
        async with services.db.transaction([account_id]) as tx:
            former = await tx.value(
                """
                select id from media
                where account_id = :account_id and card_id = :card_id and kind = :kind for update
                """,
                account_id=account_id,
                card_id=card_id,
                kind=kind,
            )
            await erase.erase(tx, account_id, [former] if former else [])
            if kept is not None:
                await insert(tx, services, account_id, card_id, kept)
    except BaseException:
        if kept is not None:
            await forget(services, kept)
        raise


async def _fetched(services: Services, key: Key, kind: CardKind, url: str) -> StoredFile:
    """Returns the copy, without files if the URL has no usable content.

    Raises NotYetError, RetryLaterError. Storing a copy without files prevents another fetch of the URL.
    """
    try:
        with services.net.place(url, key.account):
            reply = await services.net.call("GET", url, headers={"Accept": "audio/*, image/*"})
        if reply.status >= 500 or reply.status in _PASSING:
            raise NotYetError
        content = reply.body if reply.status == 200 else b""
        return await prepare(services, key, Upload(kind, content, source=url))
    except Unavailable as error:
        raise NotYetError from error
    except CallFailedError as error:
        if error.reason != "too_large":
            raise NotYetError from error
        why = error.reason
    except AddressRefusedError:
        why = "address"
    except Refusal as error:
        why = error.code
    log.info("media not copied", kind=kind, why=why)
    # Record the refused URL, so that it is fetched again only after a change.
    nothing = Renditions("application/octet-stream", 0, [], None, None, None)
    return StoredFile(Upload(kind, source=url), nothing, new_folder(key.account), "refused")
