"""Amounts, problems and objects in Mollie's format."""

from decimal import Decimal
from typing import Any

from wellwish.base.money import EXPONENTS, decimal

Thing = dict[str, Any]


def minor(thing: Thing) -> int:
    """Returns the amount of an object in minor units."""
    return int(Decimal(thing["amount"]["value"]).scaleb(EXPONENTS[thing["amount"]["currency"]]))


def fits(value: Any, code: str) -> bool:
    """Returns whether an amount is a string with exactly the decimals of its currency."""
    return isinstance(value, str) and decimal(int(Decimal(value).scaleb(EXPONENTS[code])), code) == value


def problem(status: int, detail: str) -> Thing:
    return {"status": status, "title": "Error", "detail": detail}


def shown(thing: Any) -> Any:
    """Returns a copy without internal members."""
    if isinstance(thing, dict):
        seen = {"_embedded", "_links"}
        return {k: shown(v) for k, v in thing.items() if not k.startswith("_") or k in seen}  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType, reportUnknownArgumentType]
    return [shown(each) for each in thing] if isinstance(thing, list) else thing  # pyright: ignore[reportUnknownVariableType]
