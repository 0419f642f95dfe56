"""Every setting of a card, with valid, lenient and invalid ways to send it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import fields

from wellwish.cards.body import CardChange, NewCard
from wellwish.cards.collection import NewCollection


@dataclass(frozen=True)
class Setting:
    """Two valid values that are not the default, an invalid value, and the lenient spellings."""

    value: Any
    other: Any
    nonsense: Any
    words: tuple[tuple[Any, Any], ...] = ()  # other spellings, and the value that each means
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One body. ``expected`` is the value in the record; ``faults`` and ``warnings`` are codes by pointer."""

    way: str
    name: str
    sent: dict[str, Any]
    expected: Any = None
    warnings: dict[str, str] = field(default_factory=dict)
    faults: dict[str, set[str]] = field(default_factory=dict)
    is_strict: bool = False

    def __str__(self) -> str:
        return f"{self.name} {self.way}{' strict' if self.is_strict else ''}"


AUDIENCE: Final = (
    ("creator", "nobody"), ("HOST", "nobody"), ("me", "nobody"), ("Sender only", "nobody"),
    ("Anyone", "everyone"), ("organiser", "admins"),
)  # fmt: skip
TRUE: Final = (("true", True), (" TRUE ", True))
TOP: Final = {
    "title": Setting("Farewell", "Goodbye", 7),
    "sender": Setting("The team", "The crew", 7),
    "template_id": Setting("first", "second", 7),  # replaced by the IDs of two templates
    "recipient": Setting("Kim", "Sam", 7, names=("recipient_name",)),
    "recipient_email": Setting("kim@example.com", "sam@example.com", "nobody at all"),
    "recipients": Setting([{"name": "Sam"}], [{"name": "Kim"}], "Sam"),
    "audio_file": Setting({"name": "Song", "url": None}, {"name": "Sung", "url": None}, "song"),
    "card_type": Setting(2, 1, "birthday", (("self", 2), ("Personal", 1), ("2", 2)), ("type",)),
    "auto_reminders": Setting(True, False, "often", TRUE, ("auto_reminder",)),
    "public_read": Setting(True, False, "sometimes", TRUE, ("is_public",)),
    "contribution_end_date": Setting("2999-12-24", "2999-12-25", "next week", names=("end_date",)),
    "contribution_limit": Setting(7, 8, "a few", (("7", 7), (" 8 ", 8)), ("limit",)),
    "custom_logo": Setting("logo.png", "other.png", 7),
    "custom_effect": Setting("none", "hearts", 7),
    "extra_data": Setting("kept", "lost", 7),
    "cover_text": Setting(["Hi"], ["Ho"], "Hi"),
    "moderation": Setting("pre", "post", "sometimes"),
    "see_notes": Setting(
        "everyone", "nobody", "friends",
        (("Anyone", "everyone"), ("owner only", "nobody"), ("Signers", "signed")),
    ),
    "timezone": Setting("Asia/Tokyo", "Asia/Seoul", "Mars"),
    "locale": Setting("de", "ar", "German!"),
    "shared_link": Setting(False, True, "perhaps", (("false", False),)),
    "external_id": Setting("order 7", "order 8", 7),
    "reply_to": Setting("kim@example.com", "sam@example.com", "nobody at all"),
    "organiser_mail": Setting("none", "each", "sometimes"),
}  # fmt: skip
COLLECTION: Final = {
    "add_money": Setting("everyone", "recipient", "friends", AUDIENCE[-2:]),
    "see_total": Setting("everyone", "nobody", "friends", AUDIENCE[:-1]),
    "see_contributors": Setting("nobody", "admins", "friends", AUDIENCE),
    "add_cash": Setting(True, False, "maybe", TRUE),
    "restrict_cash": Setting(True, False, "1", TRUE),
    "currency": Setting("JPY", "EUR", "XXX"),
    "see_contributor_names": Setting(
        2, 3, "nobody", (("contributors", 1), ("recipient", 2), ("Organiser only", 3), ("3", 3))
    ),
    "suggested_amounts": Setting([500], [600], "five", ((["500", " 600"], [500, 600]),)),
    "min_amount": Setting(100, 200, "some", (("100", 100),)),
    "max_amount": Setting(900, 800, "lots", (("900", 900),)),
    "goal_amount": Setting(5000, 6000, "0.5", (("5000", 5000),)),
}  # fmt: skip
# The purchase is not a setting, the palettes depend on the template, and the collection contains settings.
OTHERS: Final = {"bundle_purchase_id", "palette", "collection"}
ALL: Final = {field.name for struct in (NewCard, NewCollection) for field in fields(struct)} - OTHERS
FIXED: Final = {field.name for field in fields(NewCard)} - {field.name for field in fields(CardChange)}


def placed(level: str, name: str, value: Any) -> dict[str, Any]:
    """Returns the part of a body that contains one member at the given level."""
    return {"collection": {name: value}} if level else {name: value}


def rows(templates: list[str], *, create: bool) -> Iterator[Row]:
    """Generates the rows of all settings, for creating a card or for changing one."""
    chosen = {**TOP, "template_id": Setting(templates[0], templates[1], 7)}
    for home, settings in (("", chosen), ("/collection", COLLECTION)):
        for name, setting in settings.items():
            if create or name not in FIXED:
                yield from _rows_of(home, name, setting, create=create)


def _rows_of(home: str, name: str, setting: Setting, *, create: bool) -> Iterator[Row]:
    # A new card must differ from the default, and a changed card from the row before.
    another = setting.value if create else setting.other
    away = "" if home else "/collection"
    for strict in (False, True):
        yield Row("right", name, placed(home, name, setting.value), setting.value, is_strict=strict)
        faults = {f"{home}/{name}": {"wrong_type", "invalid_value"}}
        yield Row("nonsense", name, placed(home, name, setting.nonsense), faults=faults, is_strict=strict)
    for level, key, code in _elsewhere(home, away, name, setting):
        pointer = f"{level}/{key}"
        sent = placed(level, key, another)
        yield Row(f"{code} {pointer}", name, sent, another, {pointer: code})
        yield Row(f"{code} {pointer}", name, sent, faults={pointer: {"unknown_field"}}, is_strict=True)
        nonsense = placed(level, key, setting.nonsense)
        yield Row(f"nonsense {pointer}", name, nonsense, faults={pointer: {"wrong_type", "invalid_value"}})
        twice = _merged(placed(home, name, setting.value), placed(level, key, setting.value))
        yield Row(f"alike {pointer}", name, twice, setting.value, {pointer: code})
        apart = _merged(placed(home, name, setting.value), placed(level, key, setting.other))
        yield Row(f"apart {pointer}", name, apart, faults={pointer: {"contradiction"}})
    for word, meaning in setting.words:
        for level in (home, away):
            sent, at = placed(level, name, word), f"{level}/{name}"
            items = [f"{at}/{index}" for index in range(len(word))] if isinstance(word, list) else [at]
            warnings = dict.fromkeys(items, "converted") | ({} if level == home else {at: "moved"})
            yield Row(f"word {word!r} {at}", name, sent, meaning, warnings)
            refused = items if level == home else [at]
            codes = {"wrong_type", "invalid_value"} if level == home else {"unknown_field"}
            yield Row(f"word {word!r} {at}", name, sent, faults=dict.fromkeys(refused, codes), is_strict=True)


def _elsewhere(home: str, away: str, name: str, setting: Setting) -> Iterator[tuple[str, str, str]]:
    yield away, name, "moved"
    for other in setting.names:
        yield home, other, "renamed"
        yield away, other, "moved"


def _merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    inside = {**one.get("collection", {}), **other.get("collection", {})}
    return {**one, **other, **({"collection": inside} if inside else {})}
