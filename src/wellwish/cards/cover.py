"""The cover of one card: the design's cover, or a cover drawn with the card's own words or language.

The URL of a drawn cover contains its words in encrypted form, so that outsiders cannot request drawings and
logs do not contain the words. A job draws the cover (draw_cover.py); until then, the URL shows the design's
packaged cover.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.cards.card_row import CardRow
from wellwish.designs.covers import draw
from wellwish.designs.covers.files import (
    FURTHER_LOCALES,
    LOCALES,
    PREFIX,
    SUFFIXES,
    Kind,
    cover_file,
    has_words,
    manifest,
    palettes,
)
from wellwish.designs.templates.template import TemplateRow, cover_path
from wellwish.infra import jobs
from wellwish.infra.db import Tx
from wellwish.infra.http import Services
from wellwish.media import drawn_covers

DRAW: Final = "cards.draw_cover"
_DRAWN_IN: Final = "en"  # the language of the built-in covers
_NAME: Final = re.compile(r"([A-Za-z0-9_-]{22,1500})[.](svg|480[.]avif|240[.]avif|og[.]jpg)", re.ASCII)
_KINDS: Final[dict[str, Kind]] = {suffix.lstrip("-."): kind for kind, suffix in SUFFIXES.items()}
# The template, palette and language of each cover with default words that this process has enqueued. Later
# cards need no job; if a cover is missing nevertheless, the first request for it enqueues one.
_asked: Final[set[tuple[str, str, str]]] = set()


class CoverWords(Struct, frozen=True):
    """The words on a cover. Without ``lines``, these are the design's words in the language ``locale``.

    ``subject_id`` is the card with these words, or the user who is drafting them.
    """

    palette: str
    locale: str
    lines: tuple[str, ...] | None = None
    account_id: str = drawn_covers.SHARED
    subject_id: str = ""


class Draft(Struct, frozen=True):
    """The path of a cover with words that no card has yet. It shows the packaged cover until ``is_drawn``."""

    path: str
    is_drawn: bool


def index_of(row: CardRow, design: TemplateRow) -> int:
    """Returns the index of the card's palette in the design, or 0 if the palette was removed."""
    names = [each.name for each in design.palettes]
    return names.index(row.palette) if row.palette in names else 0


def _language(locale: str) -> str:
    return re.split("[-_]", locale)[0].lower()


def _has_default_words(language: str) -> bool:
    """Returns whether designs may have words in a language that the packaged covers lack."""
    return language != _DRAWN_IN and (language in LOCALES or language in FURTHER_LOCALES)


def words_of(row: CardRow, design: TemplateRow) -> CoverWords | None:
    """Returns the words to draw on the card's cover, or None to use the packaged cover."""
    palette = design.palettes[index_of(row, design)].name
    return drawn_words(design.slug, palette, row.locale, row.cover_text, row.account_id, row.id)


def drawn_words(
    slug: str, palette: str, locale: str, lines: Sequence[str] | None, account_id: str, subject_id: str
) -> CoverWords | None:
    """Returns the words to draw on a cover, or None to use the packaged cover.

    The packaged cover is used if it has the words, if its design has no such palette, or if this server
    cannot draw covers.
    """
    if not draw.is_available() or palette not in manifest().get(slug, {}):
        return None
    language = _language(locale)
    if lines:
        return CoverWords(palette, language, tuple(lines), account_id, subject_id)
    if _has_default_words(language) and has_words(slug, palette, language):
        return CoverWords(palette, language)
    return None


def path(keys: Keys, row: CardRow, design: TemplateRow, kind: Kind) -> str | None:
    """Returns the path of a picture of the card's cover; None if the design has no cover."""
    words = words_of(row, design)
    if words is None:
        return cover_path(design.slug, index_of(row, design), kind)
    return drawn_path(keys, design.slug, words, kind)


def drawn_path(keys: Keys, slug: str, words: CoverWords, kind: Kind) -> str:
    """Returns the path of a picture with these words, which contains them in encrypted form."""
    said = json.dumps(msgspec.structs.astuple(words), ensure_ascii=False)
    sealed = keys.seal_alike(said.encode(), f"cover:{slug}")
    return f"{PREFIX}/{slug}/{sealed}.{SUFFIXES[kind].lstrip('-.')}"


def opened(keys: Keys, slug: str, name: str) -> tuple[CoverWords, Kind] | None:
    """Returns the words and the kind of picture in the name of a drawn cover, or None for other names."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    try:
        palette, locale, lines, *whose = json.loads(keys.unseal_alike(found[1], f"cover:{slug}"))
    except ValueError:
        return None
    if palette not in manifest().get(slug, {}):
        return None
    if lines is None:
        return CoverWords(palette, locale), _KINDS[found[2]]
    # URLs in emails of earlier versions lack the card, or both the card and the account.
    account_id, subject_id = (*whose, "", "")[:2]
    return CoverWords(palette, locale, tuple(lines), account_id, subject_id), _KINDS[found[2]]


def key_of(slug: str, words: CoverWords) -> drawn_covers.Key:
    """Returns the key of a drawing. Its digest also covers the version of the design's drawing."""
    shown = [slug, manifest()[slug][words.palette]["svg"], words.palette, words.locale, words.lines]
    subject = words.subject_id or f"{slug}/{words.palette}/{words.locale}"
    return drawn_covers.Key(words.account_id, subject, hashlib.sha256(msgspec.json.encode(shown)).digest())


async def ask(tx: Tx, row: CardRow, *, is_changed: bool = False) -> None:
    """Enqueues drawing the cover of a card that is new or whose words, language or design changed."""
    if not draw.is_available():
        return
    key = row.id
    if not row.cover_text and not is_changed:
        default = (row.template_id, row.palette, _language(row.locale))
        if not _has_default_words(default[-1]) or default in _asked:
            return
        _asked.add(default)
        key = "/".join(default)
    await jobs.wake(tx, DRAW, {key: {"account_id": row.account_id, "card_id": row.id}})


async def drawn(services: Services, slug: str, words: CoverWords, kind: Kind) -> bytes | None:
    """Returns the drawn picture, or None if there is none yet; enqueues the drawing unless it is pending."""
    if not draw.is_available():
        return None
    key = key_of(slug, words)
    async with services.db.transaction([key.account_id]) as tx:
        found = await drawn_covers.find(tx, key.account_id, key.digest)
        if found is None:
            await _ask_again(tx, slug, words)
    if found is None or found.sizes is None:
        return None
    return await drawn_covers.read(services, key.account_id, found, kind)


async def draft(
    services: Services, slug: str, palette: str, locale: str, lines: Sequence[str], *, whose: tuple[str, str]
) -> Draft | None:
    """Returns the cover that a card with these words would have, and enqueues its drawing if there is none.

    ``whose``: the account and the user; a user has one draft at a time. Returns None for a packaged cover.
    """
    words = drawn_words(slug, palette, locale, lines, *whose)
    if words is None:
        return None
    path, key = drawn_path(services.keys, slug, words, "avif_480"), key_of(slug, words)
    async with services.db.transaction([key.account_id]) as tx:
        found = await drawn_covers.find(tx, key.account_id, key.digest)
        if found is None and key.is_draft:
            await drawn_covers.want(tx, key)
            # A bulk job, because the covers of cards take precedence.
            order = {"account_id": key.account_id, "slug": slug, "draft": path.rpartition("/")[2]}
            await jobs.enqueue(tx, DRAW, [order], is_bulk=True)
        elif found is None:
            await _ask_again(tx, slug, words)
    return Draft(path, is_drawn=found is not None and found.sizes is not None)


async def _ask_again(tx: Tx, slug: str, words: CoverWords) -> None:
    if words.lines is None:
        default = {"slug": slug, "palette": words.palette, "locale": words.locale}
        await jobs.wake(tx, DRAW, {"/".join(default.values()): default})
    elif words.subject_id and not key_of(slug, words).is_draft:
        card: dict[str, Any] = {"account_id": words.account_id, "card_id": words.subject_id}
        await jobs.wake(tx, DRAW, {words.subject_id: card})


def built(slug: str, words: CoverWords, kind: Kind) -> str:
    """Returns the path of the packaged cover in the same palette."""
    found = cover_path(slug, palettes(slug).index(words.palette), kind)
    if found is None:
        raise AssertionError("opened accepts only designs with a cover")
    return found


async def drawing(services: Services, row: CardRow, design: TemplateRow) -> bytes | None:
    """Returns the card's cover as SVG, or the packaged one until it is drawn; None without a cover."""
    words = words_of(row, design)
    if words is not None:
        own = await drawn(services, design.slug, words, "svg")
        if own is not None:
            return own
    try:
        return cover_file(design.slug, index_of(row, design), "svg").read_bytes()
    except (KeyError, IndexError):
        return None
