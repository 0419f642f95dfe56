"""The five audiences of a card's settings, the words people use for them, and who falls inside which."""

import enum
import re


class Audience(enum.StrEnum):
    """A circle of people around a card. The members are listed from the widest circle to the narrowest.

    The order is the meaning: `includes` reads it, so a new audience goes where its width belongs.
    """

    EVERYONE = "everyone"
    """Whoever holds any link of the card."""

    CONTRIBUTORS = "contributors"
    """Holders of an invitation's link, and authors of a published note or a settled payment."""

    RECIPIENT = "recipient"
    """Holders of a view link, once the card is closed."""

    ADMINS = "admins"
    """The admins of this one card."""

    NOBODY = "nobody"
    """Nobody besides the owner: the account's own tokens and signed-in members."""


# Source: the product's list of audience words; the first of each line is the spelling that goes out.
_WORDS: dict[Audience, tuple[str, ...]] = {
    Audience.EVERYONE: ("everyone", "all", "anyone", "anybody", "public"),
    Audience.CONTRIBUTORS: (
        "contributors",
        "contributor",
        "invited",
        "invitees",
        "participants",
        "signers",
    ),
    Audience.RECIPIENT: ("recipient", "recipients"),
    Audience.ADMINS: ("admins", "admin", "organizer", "organiser"),
    Audience.NOBODY: ("nobody", "none", "no_one", "owner", "private", "off"),
}

_MEANING: dict[str, Audience] = {word: meant for meant, words in _WORDS.items() for word in words}

_WIDTH_ORDER: dict[Audience, int] = {each: place for place, each in enumerate(Audience)}

_SEPARATORS = re.compile(r"[\s_-]+")


def audience(word: str) -> Audience:
    """The audience that a word means, in any letter case: "Admins only" and "organiser" are both `admins`.

    Raises ValueError, its message listing the five words, for a word that means none of them.
    """
    plain = _SEPARATORS.sub("_", word.strip().lower())
    found = _MEANING.get(plain.removesuffix("_only"))
    if found is None:
        raise ValueError(f"Must be one of: {', '.join(Audience)}.")
    return found


def includes(setting: Audience, viewer: Audience) -> bool:
    """Whether a setting lets a viewer in. `viewer` is the narrowest circle in which the person stands.

    A circle takes in every narrower one: `contributors` lets contributors in, and with them the recipient,
    the admins and the owner, but not somebody who merely holds a link (`everyone`). The owner stands in the
    narrowest circle of all, `nobody`, and so is let in by every setting. Whoever stands in two circles, such
    as an admin who has signed, counts as the narrower of them.
    """
    return _WIDTH_ORDER[viewer] >= _WIDTH_ORDER[setting]
