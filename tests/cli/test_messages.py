"""The page of messages quotes what the commands print; `...` stands for a value."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/operate/messages.md"
SOURCES = ("cli", "infra/db", "base/settings")


def quoted(page: str) -> list[str]:
    """Returns the messages in the first column of the table."""
    rows = re.findall(r"^\| (`.*?`) \| ", page, re.MULTILINE)
    return [each for row in rows for each in re.findall(r"`([^`]+)`", row)]


def printed() -> list[str]:
    """Returns the texts of the source, with a null byte for each value."""
    found: list[str] = []
    for file in (file for folder in SOURCES for file in (ROOT / "src/wellwish" / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = [each.value if isinstance(each, ast.Constant) else "\0" for each in node.values]
                found.append("".join(map(str, parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
    return found


def missing(page: str) -> list[str]:
    texts = printed()
    patterns = {each: ".*".join(map(re.escape, each.split("..."))) for each in quoted(page)}
    return [each for each, pattern in patterns.items() if not any(re.search(pattern, text) for text in texts)]


def test_quotes_only_messages_that_exist() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(quoted(page)) >= 15
    assert missing(page) == []
    assert missing("| `The database ... is out of sorts` | x |\n"), "the control"
