"""Openings of notes that a signer can insert with one tap, by the card's occasion."""

from collections.abc import Sequence
from typing import Final

from wellwish.base.language import Language, later

_MEMORY: Final = later("I'll never forget…")
_THANKS: Final = later("Thank you for…")
_WISH: Final = later("I wish you…")
_ADMIRE: Final = later("What I like about you…")
_GLAD: Final = later("I'm so glad that…")
_FORWARD: Final = later("I'm looking forward to…")
_MISS: Final = later("What I'll miss most is…")
_LEARNED: Final = later("From you I learned…")
_ADVICE: Final = later("My best advice:…")
_FAMILY: Final = later("I wish you and yours…")
_YEAR: Final = later("My favourite moment this year was…")

_BY_OCCASION: Final[dict[str, tuple[str, ...]]] = {
    "birthday": (later("For your new year I wish you…"), _ADMIRE, _MEMORY, _THANKS),
    "farewell": (_MISS, _LEARNED, _MEMORY, later("For your next step I wish you…")),
    "new_job": (later("For your next step I wish you…"), _MISS, _LEARNED),
    "thank_you": (_THANKS, later("It meant a lot to me when…"), later("Without you…")),
    "baby": (later("Welcome to the world…"), _FAMILY, _ADVICE),
    "wedding": (later("I wish you both…"), later("I knew you belonged together when…"), _ADVICE),
    "anniversary": (_THANKS, _LEARNED, _MEMORY, later("For the years to come I wish you…")),
    "congratulations": (_GLAD, later("This is well deserved because…"), _WISH),
    "graduation": (_GLAD, later("For your next step I wish you…"), _ADVICE),
    "promotion": (later("This is well deserved because…"), _LEARNED, _FORWARD),
    "get_well": (later("I'm thinking of you and…"), later("When you're back…"), _WISH),
    "sympathy": (
        later("My thoughts are with you."),
        later("What I remember most is…"),
        later("I'm here if you need…"),
    ),
    "retirement": (later("Now there is finally time for…"), _MISS, _LEARNED, _MEMORY),
    "welcome": (_FORWARD, later("You'll like it here because…"), later("My tip for your first weeks is…")),
    "new_home": (later("In your new home I wish you…"), later("I'll come by when…"), _GLAD),
    "holidays": (_FAMILY, _YEAR, _THANKS),
    "new_year": (later("For the new year I wish you…"), _YEAR, _FORWARD),
    "festival": (_FAMILY, _THANKS, _FORWARD),
    "love": (later("I love that you…"), _MEMORY, later("With you…")),
}


def prompts(language: Language, occasion: str) -> Sequence[str]:
    """Returns three or four openings; the ellipsis at the end is not part of the note."""
    return [language.gettext(each) for each in _BY_OCCASION[occasion]]
