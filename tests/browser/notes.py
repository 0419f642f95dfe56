# ruff: noqa: RUF001 - text as people write it
"""Notes of every length in five scripts."""

from typing import Any, Final

from tests.browser import cards
from tests.world import World
from wellwish.base import ids

# A name and a repeatable sentence in each script.
SCRIPTS: Final = {
    "latin": ("Wilhelmina", "You taught me to ask one more question, and to laugh at the answer. "),
    "arabic": ("أمل", "كل عام وأنتِ بخير يا مايا، شكراً على كل شيء. "),
    "devanagari": ("अनन्या", "जन्मदिन की हार्दिक शुभकामनाएँ, तुम्हारे साथ काम करना अच्छा लगा। "),
    "han": ("陈静", "生日快乐，谢谢你一直以来的帮助和陪伴，愿你天天开心。"),
    "cyrillic": ("Оксана", "З днем народження! Дякую за кожну розмову біля кави. "),
}
EMOJI: Final = "🎂"
LENGTHS: Final = (1, 24, 90, 140, 420, 2000)  # characters; the first is one emoji


def text(script: str, length: int) -> str:
    """Returns a note of exactly this length."""
    if length == 1:
        return EMOJI
    sentence = SCRIPTS[script][1]
    return (sentence * (length // len(sentence) + 1))[:length].rstrip().ljust(length, ".")


def lengths(count: int, shift: int = 0) -> list[int]:
    """Returns ``count`` note lengths by rotation."""
    return [LENGTHS[(index + shift) % len(LENGTHS)] for index in range(count)]


async def card_of(world: World, script: str, sizes: list[int]) -> dict[str, Any]:
    """Creates an open card with notes of these lengths in one SQL batch."""
    made = await cards.card(world)
    rows = [
        (
            ids.new("ctb"), ids.new("note"), world.alice.account_id, made["id"],
            f"{SCRIPTS[script][0]} {each}", text(script, size), cards.HANDS[each % 7], cards.INKS[each % 6],
            cards.PAPERS[each % 6], each,
        )
        for each, size in enumerate(sizes)
    ]  # fmt: skip
    await world.owner.executemany(
        """
        insert into contributions (id, note_id, account_id, card_id, source, name, anonymous, note_text, pen,
          ink, paper, visibility, note_status, published_at, created_at, updated_at)
        values ($1, $2, $3, $4, 'owner', $5, false, $6, $7, $8, $9, 'everyone', 'published',
          now() + $10 * interval '1 millisecond', now() + $10 * interval '1 millisecond', now())
        """,
        rows,
    )
    return made
