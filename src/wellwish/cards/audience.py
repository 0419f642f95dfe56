"""The five audiences of a card's settings, their synonyms, and the audiences that each one includes."""

import enum
import re


class Audience(enum.StrEnum):
    """A group of people around a card, from the widest to the narrowest.

    `includes` relies on the order of the members.
    """

    EVERYONE = "everyone"
    """Everyone who has a link to the card."""

    CONTRIBUTORS = "contributors"
    """Holders of an invitation link, and authors of a published note or a settled payment."""

    RECIPIENT = "recipient"
    """Holders of a view link, once the card is closed."""

    ADMINS = "admins"
    """The admins of this one card."""

    NOBODY = "nobody"
    """Only the owner: the account's own tokens and signed-in members."""


# From the product's list of audience words. The first word of each tuple is canonical.
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
    """Returns the audience with this name or synonym, such as `admins` for "Admins only" or "organiser".

    Ignores case and a final "only"; spaces, hyphens and underscores are equivalent. Raises ValueError,
    which lists the five canonical words, for an unknown word.
    """
    plain = _SEPARATORS.sub("_", word.strip().lower())
    found = _MEANING.get(plain.removesuffix("_only"))
    if found is None:
        raise ValueError(f"Must be one of: {', '.join(Audience)}.")
    return found


def includes(setting: Audience, viewer: Audience) -> bool:
    """Returns whether a setting includes a viewer, given the viewer's narrowest audience.

    An audience includes every narrower one: `contributors` includes contributors, the recipient, the admins
    and the owner, but not people who only have a link (`everyone`). The owner is the narrowest audience,
    `nobody`, and is included in every setting. A person in two audiences, such as an admin who has signed,
    belongs to the narrower one.
    """
    return _WIDTH_ORDER[viewer] >= _WIDTH_ORDER[setting]
