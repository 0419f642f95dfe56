"""The language of the last text message to a number, in which replies are answered."""

from collections.abc import Mapping

from msgspec import Struct

from wellwish.base.crypto import Keys
from wellwish.base.language import Language, spoken
from wellwish.delivery import suppression
from wellwish.delivery.channel import SMS
from wellwish.infra.db import Tx


class _Found(Struct):
    language: str


async def remember(tx: Tx, keys: Keys, languages: Mapping[str, str]) -> None:
    """Stores the languages of texts, by the numbers that they are sent to."""
    if not languages:
        return
    by_hash = {
        suppression.address_hash(keys, suppression.key(SMS, number)): language
        for number, language in languages.items()
    }
    # Always in the same order, so that two transactions cannot deadlock.
    hashes = sorted(by_hash)
    await tx.run(
        """
        insert into text_languages as t (address_hash, language, said_at)
        select l.address_hash, l.language, :now
        from unnest(:hashes::bytea[], :languages::text[]) as l (address_hash, language)
        on conflict (address_hash) do update set language = excluded.language, said_at = excluded.said_at
        where t.language <> excluded.language
          or t.said_at < (excluded.said_at at time zone 'utc' - interval '1 day') at time zone 'utc'
        """,
        hashes=hashes,
        languages=[by_hash[each] for each in hashes],
    )


async def find_language(tx: Tx, hashed: bytes) -> Language:
    """Returns the language of the last text to a number, or English if there is none."""
    found = await tx.maybe(
        _Found, "select {columns} from text_languages where address_hash = :hashed", hashed=hashed
    )
    return spoken(found.language if found is not None else None)
