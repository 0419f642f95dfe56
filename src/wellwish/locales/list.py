"""List the translated locales."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wellwish.base.language import LANGUAGES, Language
from wellwish.infra.http import WHOLE_LIMIT, Page, WholeQuery
from wellwish.infra.http.page import after, page


class TranslatedLocale(Struct, frozen=True, kw_only=True):
    """A language of pages and messages. It applies to all tags that begin with its tag, such as `de-AT`."""

    object: Literal["locale"] = "locale"
    tag: Annotated[str, Meta(pattern="^[a-z]{2,3}$", max_length=3, description="Language tag (BCP 47).")]
    name: Annotated[str, Meta(max_length=40, description="Name of the language in that language.")]


class LocaleQuery(WholeQuery, frozen=True, kw_only=True):
    """The pagination of the list."""


async def list_locales(query: LocaleQuery) -> Page[TranslatedLocale]:
    """Returns the languages by tag. Cards in other languages have English pages and messages.

    Raises InvalidCursor.
    """
    begin, limit = after(query) or "", query.limit or WHOLE_LIMIT
    rows = [LANGUAGES[tag] for tag in sorted(LANGUAGES) if tag > begin]
    return page(rows, limit, query, lambda row: row.code, _record)


def _record(language: Language) -> TranslatedLocale:
    return TranslatedLocale(tag=language.code, name=language.name)
