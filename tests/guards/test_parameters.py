"""Few functions have seven or more parameters: values that travel together are a struct with a name."""

import ast
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
MANY: Final = 7
ALLOWED: Final = 20


def many_parameters(source: str) -> list[tuple[int, str]]:
    """Returns the line and the name of each function with seven or more parameters."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            count = sum(each.arg not in ("self", "cls") for each in given)
            if count >= MANY:
                found.append((node.lineno, node.name))
    return found


def test_few_functions_have_many_parameters() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}: {name} has {MANY} or more parameters"
        for file in sorted((ROOT / "src" / "wellwish").rglob("*.py"))
        for line, name in many_parameters(file.read_text(encoding="utf-8"))
    ]
    assert len(found) <= ALLOWED, "\n".join(["group those that travel together in a struct:", *found])


def test_counts_every_kind_of_parameter_but_self() -> None:
    seven = "class A:\n  async def f(self, a, /, b, c, *, d, e, f=1, g=2): ...\n"
    assert many_parameters(seven) == [(2, "f")]
    assert many_parameters("def f(a, b, c, d, e, f, *g, **h): ...") == []
