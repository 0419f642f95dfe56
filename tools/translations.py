"""Extract the translatable texts into the catalogues, src/wellwish/base/language/locale/*.po.

    .venv/bin/python -P tools/translations.py --into FOLDER  # writes the catalogues there (script/generate)
    .venv/bin/python -P tools/translations.py --check        # reports missing and invalid translations

A new text gets an empty translation; a text that no longer exists is removed. English needs no translations.
"""

import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

SOURCE: Final = Path(__file__).parents[1] / "src/wellwish"
LOCALE: Final = SOURCE / "base/language/locale"
# The packages with user-facing texts, and the prefix of their files in the catalogues.
ROOMS: Final = {
    "web": "",
    "delivery": "delivery/",
    "invitations": "invitations/",
    "movements": "movements/",
    "auth/sign_in": "sign_in/",
    "infra/checkout": "checkout/",
    "base/settings": "settings/",
}
LANGUAGES: Final = ("en", "de", "ar")
_METHODS: Final = [("**/templates/**.html", "jinja2"), ("**.py", "python")]
_OPTIONS: Final = {"**/templates/**.html": {"trimmed": "true", "newstyle_gettext": "true", "silent": "false"}}
_KEYWORDS: Final[dict[str, Any]] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "later": None,
    "later_many": (1, 2),
}
_PLACE: Final = re.compile(r"%\((\w+)\)s")
_WIDTH: Final = 110


def gathered() -> dict[Any, list[str]]:
    """Returns each translatable text (a pair if it has a plural) with the files that contain it."""
    found: dict[Any, list[str]] = {}
    for room, place in ROOMS.items():
        for file, _, text, _, _ in extract_from_dir(SOURCE / room, _METHODS, _OPTIONS, _KEYWORDS):
            files = found.setdefault(text if isinstance(text, str) else tuple(text[:2]), [])
            if place + file not in files:
                files.append(place + file)
    return found


def catalogue(code: str) -> Catalog:
    """Returns the existing catalogue of a language; an empty one if there is no file."""
    file = LOCALE / f"{code}.po"
    if not file.exists():
        return Catalog(locale=code)
    with file.open("rb") as opened:
        return read_po(opened, code)


def refreshed(code: str) -> bytes:
    """Returns the catalogue of a language with the current texts, as encoded for its file."""
    before, now = (
        catalogue(code),
        Catalog(locale=code, fuzzy=False, header_comment="# Words of Wellwish's pages."),
    )
    for text, files in sorted(gathered().items(), key=lambda each: (each[1][0], str(each[0]))):
        kept = before.get(text if isinstance(text, str) else text[0])
        translation: Any = (
            kept.string if kept is not None and kept.pluralizable != isinstance(text, str) else ""
        )
        now.add(text, text if code == "en" else translation, locations=[(file, 1) for file in files])
    written = BytesIO()
    now.creation_date = now.revision_date = None  # unchanged catalogues stay identical
    write_po(written, now, width=_WIDTH, include_lineno=False)
    lines = [line for line in written.getvalue().splitlines(keepends=True) if not line.startswith(_NOISE)]
    return b"".join(lines)


_NOISE: Final = tuple(
    f'"{name}:'.encode()
    for name in ("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date",
                 "Last-Translator", "Language-Team", "Generated-By")
)  # fmt: skip


def faults(code: str) -> list[str]:
    """Returns the errors of a catalogue with their lines: missing translations and different placeholders."""
    there, file = catalogue(code), (LOCALE / f"{code}.po").relative_to(SOURCE.parents[1])
    said = [
        f"{file}: run script/generate translations, because {text!r} is missing"
        for text in gathered()
        if _message(there, text) is None
    ]
    for message in there:
        if message.id:
            place = f"{file}:{message.lineno}: {message.id!r}"
            said += [f"{place} {fault}" for fault in _faults_of(message, there.num_plurals)]
    return said


def _message(there: Catalog, text: Any) -> Message | None:
    found = there.get(text if isinstance(text, str) else text[0])
    return found if found is not None and found.id == text else None


def _faults_of(message: Message, plurals: int) -> list[str]:
    one, *many = message.id if isinstance(message.id, tuple | list) else (message.id,)
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    asked, said = set(_PLACE.findall(many[0] if many else one)), []
    if message.fuzzy:
        said.append("is only guessed")
    if many and len(forms) != plurals:
        said.append(f"has {len(forms)} forms instead of {plurals}")
    for form in forms:
        given = set(_PLACE.findall(form))
        # The forms for one, two or none may omit the count.
        if not form or form != form.strip():
            said.append("has no translation")
        elif given - asked or (asked - given) - ({"count"} if many else set()):
            said.append(f"has other placeholders: {sorted(given)}")
    return said


def main(arguments: list[str]) -> int:
    """Runs the command. Returns its exit status."""
    match arguments:
        case ["--into", folder]:
            for code in LANGUAGES:
                (Path(folder) / f"{code}.po").write_bytes(refreshed(code))
            return 0
        case ["--check"]:
            wrong = [fault for code in LANGUAGES for fault in faults(code)]
            sys.stdout.write("".join(f"{fault}\n" for fault in wrong))
            return 1 if wrong else 0
        case _:
            sys.stderr.write(str(__doc__))
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
