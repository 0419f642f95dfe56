"""The names of built-in designs and bundles, in the language of the page.

Names in an operator's catalogue are shown as the operator wrote them.
"""

from typing import Final

from msgspec import structs

from wellwish.base.language import Language, later
from wellwish.designs.templates.template import Template

DESIGNS: Final = frozenset(
    (
        later("Birthday cake"),
        later("Bunch of balloons"),
        later("Animal parade"),
        later("Big birthday letters"),
        later("Paper plane"),
        later("Leaving the harbour"),
        later("A door ajar"),
        later("Flower meadow"),
        later("Hand in hand"),
        later("Moon and stars"),
        later("Garden pram"),
        later("Floral arch"),
        later("Art-deco rings"),
        later("A ring for every year"),
        later("Bravo in colour"),
        later("Caps in the air"),
        later("Paper rocket"),
        later("Cat at the window"),
        later("A bowl of soup"),
        later("Still water"),
        later("A single branch"),
        later("Hammock in the shade"),
        later("The open door"),
        later("Home at dusk"),
        later("Village under snow"),
        later("Paper fireworks"),
        later("Festival lamps"),
        later("Love letters"),
        later("Lanterns and crescent"),
        later("Engraved rosette"),
        later("Letterpress wreath"),
        later("Engraved sunrise"),
        later("Line-drawn bouquet"),
        later("Plum blossom moon"),
        later("House of scraps"),
        later("Snapshots on kraft paper"),
        later("Torn-paper peaks"),
    )
)
BUNDLES: Final = frozenset((later("One card"), later("Ten cards"), later("A hundred cards")))
# The name of bundles that the operator grants without a name.
GRANTED: Final = later("Granted cards")


def design(language: Language, given: Template) -> Template:
    """Returns the design with its name in the language."""
    return structs.replace(given, name=_of(language, DESIGNS, given.name))


def bundle(language: Language, name: str) -> str:
    return _of(language, BUNDLES | {GRANTED}, name)


def _of(language: Language, known: frozenset[str], name: str) -> str:
    return language.gettext(name) if name in known else name
