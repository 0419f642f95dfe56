"""Find the SQL statements in the source, and how each is used."""

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).resolve().parents[2] / "src"
METHODS = frozenset({"one", "maybe", "found", "many", "value", "run"})
# Classes that run a statement later: the attribute that holds it, and its position among the arguments.
KEEPERS = {"ByChild": {"_finds": 4}, "SealedColumn": {"read": 0, "write": 1}}
_BEGINS_AS_SQL = re.compile(r"\s*(select|insert\s+into|update|delete\s+from|with)\s", re.IGNORECASE)
_LOOKS_LIKE_SQL = re.compile(
    r"\s*(select\s.*\sfrom\s|select\s+1|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Statement:
    """An SQL literal, with the row type and the arguments if the call gives them."""

    module: str
    line: int
    sql: str
    row_type: type | None = None
    given: frozenset[str] | None = None  # None: unknown, or passed as **
    assign: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        return f"{self.module}:{self.line}"


@cache
def modules() -> list[tuple[str, ast.Module]]:
    """Returns every module of the service by its dotted name."""
    files = sorted(SOURCE.rglob("*.py"))
    return [(name_of(file), ast.parse(file.read_text(encoding="utf-8"))) for file in files]


def name_of(file: Path) -> str:
    """Returns the dotted name of a module's file."""
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


def is_sql(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and _LOOKS_LIKE_SQL.match(node.value) is not None
    )


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    """Returns the calls that take SQL: those of a transaction, and the classes of `KEEPERS`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in METHODS and _is_tx(func.value):
            yield node, func.attr
        elif isinstance(func, ast.Name) and func.id in KEEPERS:
            yield from ((node, f"{func.id}.{attribute}") for attribute in KEEPERS[func.id])


def _is_tx(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and (node.id == "tx" or node.id.endswith("_tx"))


def statements(module: str, tree: ast.Module) -> tuple[list[Statement], list[str]]:
    """Returns the statements of a module, and its violations of the rules for literal SQL."""
    literals = _docless(tree)
    constants = _constants(tree)
    used: dict[int, Statement] = {}
    faults: list[str] = []
    for call, method in calls(tree):
        place = f"{module}:{call.lineno}"
        argument = _sql_argument(call, method)
        nodes = _resolve(argument, tree, call, constants)
        if nodes is None:
            faults.append(f"{place}: the SQL is no literal: {ast.unparse(argument)[:60]}")
            continue
        row_type = _row_type(module, call, method)
        for node in nodes:
            known = used.get(id(node))
            if known is None:
                used[id(node)] = Statement(
                    module,
                    node.lineno,
                    node.value,
                    row_type,
                    _given(call, method),
                    _assigned(module, call, method),
                )
    for node in literals:
        if id(node) not in used:
            used[id(node)] = Statement(module, node.lineno, node.value)
    faults += _composed(module, tree)
    return list(used.values()), faults


def _docless(tree: ast.Module) -> list[Any]:
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    return [node for node in ast.walk(tree) if is_sql(node) and id(node) not in docs | parts]


def _constants(tree: ast.Module) -> dict[str, list[Any]]:
    """Returns the module constants that are a string or a tuple of strings."""
    found: dict[str, list[Any]] = {}
    for node in tree.body:
        targets = (
            [node.target]
            if isinstance(node, ast.AnnAssign)
            else node.targets
            if isinstance(node, ast.Assign)
            else []
        )
        value = getattr(node, "value", None)
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        if all(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts):
            found.update({target.id: parts for target in targets if isinstance(target, ast.Name)})
    return found


def _sql_argument(call: ast.Call, method: str) -> ast.expr:
    keeper, _, attribute = method.rpartition(".")
    if keeper:
        return call.args[KEEPERS[keeper][attribute]]
    return call.args[0 if method in ("value", "run") else 1]


def _resolve(
    argument: ast.expr, tree: ast.Module, call: ast.Call, constants: dict[str, list[Any]]
) -> list[Any] | None:
    if isinstance(argument, ast.Constant):
        return [argument]
    if not isinstance(argument, ast.Name):
        return [] if _is_kept(argument) else None
    if argument.id in constants:
        return constants[argument.id]
    for function in ast.walk(tree):
        if isinstance(function, ast.AsyncFunctionDef | ast.FunctionDef) and call in ast.walk(function):
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and _names(node.targets) == [argument.id]:
                    return [node.value] if isinstance(node.value, ast.Constant) else None
                if isinstance(node, ast.For) and _names([node.target]) == [argument.id]:
                    return constants.get(node.iter.id) if isinstance(node.iter, ast.Name) else None
            if argument.id in [each.arg for each in function.args.args]:
                return _handed_in(tree, function.name, constants)
    return None


def _handed_in(tree: ast.Module, function: str, constants: dict[str, list[Any]]) -> list[Any] | None:
    """Returns the statements that a loop over a tuple passes to a private function."""
    if not function.startswith("_"):
        return None
    for loop in ast.walk(tree):
        if (
            isinstance(loop, ast.For)
            and isinstance(loop.iter, ast.Name)
            and loop.iter.id in constants
            # A call, or ``partial`` of the function.
            and any(isinstance(node, ast.Name) and node.id == function for node in ast.walk(loop))
        ):
            return constants[loop.iter.id]
    return None


def _is_kept(node: ast.expr) -> bool:
    """Whether the statement was passed to a constructor; that call is checked instead."""
    return isinstance(node, ast.Attribute) and any(node.attr in kept for kept in KEEPERS.values())


def _names(targets: list[ast.expr]) -> list[str]:
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _row_type(module: str, call: ast.Call, method: str) -> type | None:
    if method == "ByChild._finds":
        from wellwish.cards.access import _Grant

        return _Grant
    if method == "SealedColumn.read":
        from wellwish.cli.reseal import Value

        return Value
    if method in ("value", "run", "SealedColumn.write"):
        return None
    named = call.args[0]
    loaded = importlib.import_module(module)
    if isinstance(named, ast.Name):
        return getattr(loaded, named.id)
    if isinstance(named, ast.Attribute) and isinstance(named.value, ast.Name):
        return getattr(getattr(loaded, named.value.id), named.attr)
    raise TypeError(f"{module}:{call.lineno}: the row type is no name")


def _given(call: ast.Call, method: str) -> frozenset[str] | None:
    if method == "ByChild._finds":
        return frozenset({"account_ids", "id"})
    if method.startswith("SealedColumn."):
        return None  # passed as **
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name is not None)


def _assigned(module: str, call: ast.Call, method: str) -> tuple[str, ...]:
    """Returns the columns of `{assignments}`: a module constant passed after the SQL."""
    if (
        method not in ("one", "maybe", "found")
        or len(call.args) < 3
        or not isinstance(call.args[2], ast.Name)
    ):
        return ()
    return getattr(importlib.import_module(module), call.args[2].id)


def _composed(module: str, tree: ast.Module) -> list[str]:
    """Returns faults for SQL composed of pieces."""
    faults: list[str] = []
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.JoinedStr) and len(node.values) > 1:
            text = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Mod):
            side = next((each for each in (node.left, node.right) if isinstance(each, ast.Constant)), None)
            text = side.value if side is not None and isinstance(side.value, str) else ""
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("format", "join", "replace")
            and isinstance(node.func.value, ast.Constant)
            and isinstance(node.func.value.value, str)
        ):
            text = node.func.value.value
        if _BEGINS_AS_SQL.match(text) and _LOOKS_LIKE_SQL.match(text):
            faults.append(
                f"{module}:{getattr(node, 'lineno', 0)}: SQL is put together: {ast.unparse(node)[:60]}"
            )
    return faults


class OfService(NamedTuple):
    statements: list[Statement]
    faults: list[str]


@cache
def of_service() -> OfService:
    """Returns every statement of the service, and all violations of the rules for literal SQL."""
    found: list[Statement] = []
    faults: list[str] = []
    for module, tree in modules():
        if module.startswith(("wellwish.infra.db", "wellwish.infra.embedded")):
            continue  # infrastructure: roles, migrations, server settings
        some, wrong = statements(module, tree)
        found += some
        faults += wrong
    return OfService(found, faults)
