"""Guard: tests wait for an event or a condition. A pause says why, and there are few."""

import ast
import io
import tokenize
from pathlib import Path

TESTS = Path(__file__).parents[1]
MOST = 60
_PAUSES = ("asyncio.sleep", "time.sleep")


def pauses(source: str) -> list[tuple[int, bool]]:
    """Returns the line of each pause, and whether a comment gives its reason, there or on the line above."""
    lines = io.StringIO(source).readline
    comments = {each.start[0] for each in tokenize.generate_tokens(lines) if each.type == tokenize.COMMENT}
    found: list[tuple[int, bool]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in _PAUSES or name.endswith(".wait_for_timeout"):
                last = node.end_lineno or node.lineno
                found.append((node.lineno, bool(comments & {node.lineno - 1, *range(node.lineno, last + 1)})))
    return sorted(found)


def test_a_pause_has_a_reason_and_there_are_few() -> None:
    found = {
        f"{path.relative_to(TESTS.parent)}:{line}": has_reason
        for path in sorted(TESTS.rglob("*.py"))
        for line, has_reason in pauses(path.read_text(encoding="utf-8"))
    }
    bare = [place for place, has_reason in found.items() if not has_reason]
    assert not bare, f"wait for the condition with `until` of tests/waiting.py, or say why not: {bare}"
    assert len(found) <= MOST, f"{len(found)} pauses: wait for a condition with `until` of tests/waiting.py"


def test_control_finds_pauses_with_and_without_a_reason() -> None:
    source = (
        "await asyncio.sleep(1)\n\ntime.sleep(\n    2\n)  # the fault\n\n"
        "# a person reads\nawait page.wait_for_timeout(3)\nawait until(true)\ninterrupts.sleep(60)\n"
    )
    assert pauses(source) == [(1, False), (3, True), (8, True)]
