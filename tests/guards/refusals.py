"""The refusals that a function raises, itself or in the functions that it calls, as far as names show it.

A call is followed if its name leads to a function of the service: imported, of the same module, or a method
of a parameter with an annotation. Nothing is known of a call of a value that was passed in.
"""

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import Any, Final

from wellwish.base.errors import Refusal

_SERVICE: Final = "wellwish."
_NEW_SCOPE: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)

Function = ast.FunctionDef | ast.AsyncFunctionDef
Found = dict[type[BaseException], str]  # the line that raises each


@cache
def raised(function: Callable[..., Any]) -> Found:
    """Returns the refusals by the ``module:line`` of a ``raise``."""
    return _raised(inspect.unwrap(function), ())


def _raised(function: Any, above: Sequence[Any]) -> Found:
    source = _functions(function.__module__).get(function.__qualname__)
    if source is None or function in above:
        return {}
    return _Body(function.__module__, source, (*above, function)).raised(source.body)


@cache
def _functions(module: str) -> dict[str, Function]:
    """Returns the functions and methods of a module by their qualified names."""

    def of(body: Sequence[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
        for each in body:
            if isinstance(each, Function):
                yield prefix + each.name, each
            elif isinstance(each, ast.ClassDef):
                yield from of(each.body, f"{prefix}{each.name}.")

    return dict(of(ast.parse(inspect.getsource(importlib.import_module(module))).body, ""))


class _Body:
    """The body of a function, with the values of the names in it that are known without running it."""

    def __init__(self, module: str, source: Function, above: Sequence[Any]) -> None:
        self.module, self.above = module, above
        self.names = dict(vars(importlib.import_module(module)))
        given = (*source.args.posonlyargs, *source.args.args, *source.args.kwonlyargs)
        kinds = {each.arg: self.value(each.annotation) for each in given}
        self.names |= {name: kind for name, kind in kinds.items() if isinstance(kind, type)}

    def value(self, node: ast.expr | None) -> Any:
        match node:
            case ast.Name():
                return self.names.get(node.id)
            case ast.Attribute():
                return getattr(self.value(node.value), node.attr, None)
            case _:
                return None

    def raised(self, nodes: Sequence[ast.AST]) -> Found:
        found: Found = {}
        for node in nodes:
            if isinstance(node, ast.Try):
                found = self._uncaught(node) | found
            elif not isinstance(node, _NEW_SCOPE):
                found = self._here(node) | self.raised([*ast.iter_child_nodes(node)]) | found
        return found

    def _here(self, node: ast.AST) -> Found:
        match node:
            case ast.Call(func=func):
                called = self.value(func)
                return _raised(called, self.above) if _is_ours(called) else {}
            case ast.Raise(exc=ast.expr() as error):
                made = self.value(error.func if isinstance(error, ast.Call) else error)
                kinds = _returned(made) if _is_ours(made) else [made]
                return {each: f"{self.module}:{node.lineno}" for each in kinds if _is_refusal(each)}
            case _:
                return {}

    def _uncaught(self, node: ast.Try) -> Found:
        left = self.raised(node.body)
        found = self.raised([*node.orelse, *node.finalbody])
        for handler in node.handlers:
            kinds = tuple(self._kinds(handler.type))
            caught = {each: at for each, at in left.items() if issubclass(each, kinds)}
            left = {each: at for each, at in left.items() if each not in caught}
            found |= self.raised(handler.body)
            if any(_raises_again(each, handler.name) for each in ast.walk(handler)):
                found |= caught
        return found | left

    def _kinds(self, node: ast.expr | None) -> Iterator[type[BaseException]]:
        match node:
            case None:
                yield BaseException
            case ast.Tuple(elts=parts):
                for each in parts:
                    yield from self._kinds(each)
            case ast.Starred(value=part):
                yield from self._kinds(part)
            case _:
                value = self.value(node)
                yield from value if isinstance(value, tuple) else [value] if isinstance(value, type) else []


def _is_ours(value: Any) -> bool:
    return isinstance(value, FunctionType) and value.__module__.startswith(_SERVICE)


def _is_refusal(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Refusal)


def _raises_again(node: ast.AST, name: str | None) -> bool:
    if not isinstance(node, ast.Raise):
        return False
    return node.exc is None or (isinstance(node.exc, ast.Name) and node.exc.id == name)


def _returned(function: Any) -> Iterator[Any]:
    """Returns the classes of the objects that a function makes and returns."""
    source = _functions(function.__module__)[function.__qualname__]
    body = _Body(function.__module__, source, ())
    for each in ast.walk(source):
        if isinstance(each, ast.Return) and isinstance(each.value, ast.Call):
            yield body.value(each.value.func)
