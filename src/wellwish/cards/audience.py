"""The five audiences of a card's settings, their synonyms, and which audiences each one includes."""

import enum
import re


class Audience(enum.StrEnum):
    """A group of people around a card, from the widest to the narrowest.

    `includes` relies on the order of the members.
    """

    EVERYONE = "everyone"
    """Everyone who has a link of the card."""

    CONTRIBUTORS = "contributors"
    """Holders of an invitation's link, and authors of a published note or a settled payment."""

    RECIPIENT = "recipient"
    """Holders of a view link, once the card is closed."""

    ADMINS = "admins"
    """The admins of this one card."""

    NOBODY = "nobody"
    """Only the owner: the account's own tokens and signed-in members."""


# Source: the product's list of audience words; the first of each line is the canonical one.
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
    Audience.NOBODY: (
        "nobody",
        "none",
        "no_one",
        "owner",
        "creator",
        "host",
        "me",
        "sender",
        "private",
        "off",
    ),
}

_MEANING: dict[str, Audience] = {word: meant for meant, words in _WORDS.items() for word in words}

_WIDTH_ORDER: dict[Audience, int] = {each: place for place, each in enumerate(Audience)}

_SEPARATORS = re.compile(r"[\s_-]+")


def audience(word: str) -> Audience:
    """Returns the audience that a word means: "Admins only" and "organiser" both mean `admins`.

    Ignores letter case and a final "only". Raises ValueError with the five canonical words for an unknown
    word.
    """
    plain = _SEPARATORS.sub("_", word.strip().lower())
    found = _MEANING.get(plain.removesuffix("_only"))
    if found is None:
        raise ValueError(f"Must be one of: {', '.join(Audience)}.")
    return found


def includes(setting: Audience, viewer: Audience) -> bool:
    """Returns whether a setting includes a viewer, given the narrowest audience that the viewer belongs to.

    An audience includes every narrower one: `contributors` includes contributors, the recipient, the admins
    and the owner, but not people who only have a link (`everyone`). The owner is the narrowest audience,
    `nobody`, and included in every setting. A person in two audiences, such as an admin who has signed,
    counts as the narrower.
    """
    return _WIDTH_ORDER[viewer] >= _WIDTH_ORDER[setting]
