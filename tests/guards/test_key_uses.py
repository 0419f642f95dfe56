"""Every use of the server key is in the table of decision 33, which says what a rotation does to it."""

import ast
import re
from pathlib import Path

from tests.guards.statements import SOURCE, modules
from wellwish.base.crypto import Keys

DECISION = Path(__file__).resolve().parents[2] / "docs" / "decisions" / "0033-key-rotation.md"
# Methods that only track a rotation and derive no value.
STATE = {"adopt", "fingerprint", "is_adopted", "label", "next_ring", "link_floor"}
METHODS = {name for name in vars(Keys) if not name.startswith("_")} - STATE


def uses(tree: ast.AST) -> set[str]:
    """Returns the methods of keys that a module refers to, even without calling them."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in METHODS:
            receiver = node.value
            name = receiver.attr if isinstance(receiver, ast.Attribute) else getattr(receiver, "id", "")
            if name.lstrip("_") == "keys":
                found.add(node.attr)
    return found


def in_code() -> set[tuple[str, str]]:
    return {
        (name.removeprefix("wellwish.").replace(".", "/"), method)
        for name, tree in modules()
        if name != "wellwish.base.crypto"
        for method in uses(tree)
    }


def in_table(text: str) -> set[tuple[str, str]]:
    """Returns the pairs in the first column: ``module: method, method`` in code, several by `<br>`."""
    found: set[tuple[str, str]] = set()
    for module, methods in re.findall(r"`([a-z_/]+): ([a-z_, ]+)`", text):
        found |= {(module, method) for method in methods.split(", ")}
    return found


def test_the_table_has_every_use_of_the_key() -> None:
    table = in_table(DECISION.read_text(encoding="utf-8"))
    assert in_code() - table == set(), "add these to the table of docs/decisions/0033-key-rotation.md"
    assert table - in_code() == set(), "remove these from the table"


def test_finds_a_new_use() -> None:
    source = (
        "def f(services, keys):\n  keys.hash('x')\n  tag = services.keys.form_tag\n  self._keys.seal(b'', '')"
    )
    assert uses(ast.parse(source)) == {"hash", "form_tag", "seal"}
    assert not uses(ast.parse("link.hash(keys)"))
    assert in_table("| `a/b: hash, seal`<br>`c: code` | x |") == {
        ("a/b", "hash"),
        ("a/b", "seal"),
        ("c", "code"),
    }


def test_only_the_database_row_and_crypto_read_the_key() -> None:
    """No module derives keys from the secret except through Keys."""
    reading = {
        file.relative_to(SOURCE).as_posix()
        for file in SOURCE.rglob("*.py")
        if re.search(r"settings\.(previous_)?secret_key\b", file.read_text(encoding="utf-8"))
    }
    assert reading == {
        "wellwish/app.py",
        "wellwish/cli/backup.py",
        "wellwish/cli/checks.py",
        "wellwish/cli/console.py",
        "wellwish/cli/demo.py",
        "wellwish/cli/doctor.py",
        "wellwish/cli/key.py",
        "wellwish/cli/key_rotation.py",
    }
