"""The heading of a signing page for the card's occasion, and the texts that depend on its tone."""

from typing import Final

from markupsafe import Markup

from wellwish.base.language import Language, later

_FOR: Final = {
    "birthday": later("Sign the birthday card for %(name)s"),
    "farewell": later("Sign the farewell card for %(name)s"),
    "new_job": later("Wish %(name)s good luck in the new job"),
    "thank_you": later("Sign the thank-you card for %(name)s"),
    "baby": later("Sign the new baby card for %(name)s"),
    "wedding": later("Sign the wedding card for %(name)s"),
    "anniversary": later("Sign the anniversary card for %(name)s"),
    "congratulations": later("Sign the congratulations card for %(name)s"),
    "graduation": later("Sign the graduation card for %(name)s"),
    "promotion": later("Sign the promotion card for %(name)s"),
    "get_well": later("Sign the get-well card for %(name)s"),
    "sympathy": later("Write a few words to %(name)s"),
    "retirement": later("Sign the retirement card for %(name)s"),
    "welcome": later("Sign the welcome card for %(name)s"),
    "new_home": later("Sign the housewarming card for %(name)s"),
    "holidays": later("Sign the holiday card for %(name)s"),
    "new_year": later("Sign the New Year card for %(name)s"),
    "festival": later("Sign the card for %(name)s"),
    "love": later("Sign the card for %(name)s"),
}
_PROMPTS: Final = {
    "bright": later("Write something %(name)s will want to keep…"),
    "warm": later("Write something %(name)s will want to keep…"),
    "quiet": later("A few words are enough…"),
}
_THANKS: Final = {
    "bright": later("Lovely. Your note is on the card"),
    "warm": later("Thank you. Your note is on the card"),
    "quiet": later("Thank you for your words"),
}


def headline(language: Language, occasion: str, recipient: str | None) -> Markup:
    """Returns the request to sign, with the recipient's name isolated."""
    if recipient is None and occasion == "sympathy":
        return Markup("{}").format(language.gettext(later("Add a few words to the card")))
    if recipient is None:
        return Markup("{}").format(language.gettext(later("Sign the card")))
    name = Markup("<bdi>{}</bdi>").format(recipient)
    return Markup(language.gettext(_FOR[occasion])) % {"name": name}  # noqa: S704 - our own sentence


def name_of(language: Language, recipient: str | None) -> Markup:
    """Returns the name of the card, with the recipient's name isolated."""
    if recipient is None:
        return Markup("{}").format(language.gettext(later("A card")))
    name = Markup("<bdi>{}</bdi>").format(recipient)
    return Markup(language.gettext(later("A card for %(name)s"))) % {"name": name}  # noqa: S704


def done(language: Language, tone: str, recipient: str | None) -> Markup:
    """Returns the heading after signing, with the recipient's name isolated."""
    if recipient is None:
        return Markup("{}").format(language.gettext(later("You signed the card")))
    says = later("You wrote to %(name)s") if tone == "quiet" else later("You signed the card for %(name)s")
    name = Markup("<bdi>{}</bdi>").format(recipient)
    return Markup(language.gettext(says)) % {"name": name}  # noqa: S704 - our own sentence


def prompt(language: Language, tone: str, recipient: str | None) -> str:
    """Returns the placeholder of the empty note."""
    if recipient is None and tone != "quiet":
        return language.gettext(later("Write something worth keeping…"))
    return language.gettext(_PROMPTS[tone]) % {"name": f"\u2068{recipient}\u2069"}


def button(language: Language, tone: str) -> str:
    """Returns the label of the button."""
    if tone == "quiet":
        return language.gettext(later("Add my words"))
    return language.gettext(later("Sign the card"))


def thanks(language: Language, tone: str, *, is_public: bool) -> str:
    """Returns the heading after signing; a note under review or hidden is not on the card."""
    if not is_public and tone != "quiet":
        return language.gettext(later("Thank you for your note"))
    return language.gettext(_THANKS[tone])
