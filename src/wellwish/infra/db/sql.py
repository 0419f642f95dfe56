"""Literal SQL with named parameters, and conversion of rows to a type.

``:name`` in a statement is a parameter; ``{columns}`` (or ``{c.columns}`` for an alias ``c``) expands to
the fields of the row type, in order; ``{assignments}`` to ``name = :name`` for each name of ``assign``.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

import msgspec


@cache
def compile_sql(
    sql: str, row_type: type | None = None, assign: tuple[str, ...] = ()
) -> tuple[str, tuple[str, ...]]:
    """Returns the statement with ``$n`` for ``:name`` and the columns expanded, and the names in order."""
    if row_type is not None:
        names = list(get_type_hints(row_type))
        sql = sql.replace("{columns}", ", ".join(names))
        sql = re.sub(r"\{(\w+)\.columns\}", lambda m: ", ".join(f"{m[1]}.{name}" for name in names), sql)
    sql = sql.replace("{assignments}", ", ".join(f"{name} = :{name}" for name in assign))
    order: list[str] = []

    def number(match: re.Match[str]) -> str:
        if match[1] not in order:
            order.append(match[1])
        return f"${order.index(match[1]) + 1}"

    # A parameter follows neither a colon (a cast) nor a word character (a time in a literal).
    return re.sub(r"(?<![:\w]):([a-z_]\w*)", number, sql), tuple(order)


@cache
def row_builder(row_type: type) -> Callable[[Iterable[Any]], Any]:
    """Returns a function that converts a record to a row by position, decoding JSON columns to their field's
    type.
    """
    decoders = [
        (position, msgspec.json.Decoder(hint).decode)
        for position, hint in enumerate(get_type_hints(row_type).values())
        if _is_json(hint)
    ]
    if not decoders:
        return lambda record: row_type(*record)

    def build(record: Iterable[Any]) -> Any:
        values = list(record)
        for position, decode in decoders:
            if isinstance(values[position], str):
                values[position] = decode(values[position])
        return row_type(*values)

    return build


def _is_json(hint: Any) -> bool:
    kinds = (hint,) if get_origin(hint) in (list, dict) else (get_args(hint) or (hint,))
    return any(
        get_origin(kind) in (list, dict) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct))
        for kind in kinds
    )
