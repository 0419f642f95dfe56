"""Count refused words in comments, docstrings, string literals, templates and documents.

``python -P -m tests.guards.wording`` lists each one; ``--lower`` lowers the baseline to the current counts.
"""

import io
import json
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[2]
BASELINE: Final = Path(__file__).with_name("wording.json")

# STYLE.md, "English", says which words to use instead.
REFUSED: Final = {
    "told": r"told",
    "heard": r"heard",
    "beside": r"besides?",
    "stands": r"stands(?! (?:in )?for\b)",
    "whoever": r"who(?:so)?ever",
    "alone": r"(?<!left\s)(?<!me\s)(?<!them\s)alone",
    "in vain": r"in vain",
    "midst": r"midst",
    "holds up": r"h(?:olds?|eld) (?:\w+ ){0,2}up",
    "of its own": r"of (?:its|their|his|her|one's|our|my|your|nobody's) own",
    "what is": r"what (?:is|are|was|were|has been|had been)",
    "the way that": r"the way that",
    "who": r"(?:of|to|for|by|from|than) who (?:\w+s|has|had|is|was|may|can)",
    "which nobody": r"which nobody",
    "none of ours": r"none of ours",
}
_REFUSED: Final = re.compile(
    r"\b(?:"
    # Line breaks, with comment signs, count as spaces.
    + "|".join(f"(?P<_{number}>{each})" for number, each in enumerate(REFUSED.values())).replace(
        " ", r"[\s#]+"
    )
    + r")\b",
    re.IGNORECASE,
)
_NAMES: Final = tuple(REFUSED)
_STRINGS: Final = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))

_TEXTS: Final = (".md", ".html", ".txt", ".js", ".css", ".sql", ".toml", ".yaml", ".yml", ".example", "")
_SKIPPED: Final = re.compile(
    r"(^|/)(LICENSE|NOTICE|[\w-]+-LICENSE\.txt|uv\.lock|requirements[\w.-]*\.txt|[\w-]*lock[\w.-]*)$"
    # Applied migrations and published measurements never change.
    r"|^openapi\.json$|^migrations/|^bench/results/|/static/emoji|\.po$"
)

# Files that must contain a refused word, and why.
EXCEPTIONS: Final = {
    "STYLE.md": "names the refused words in its bad examples",
    "tests/guards/wording.py": "the list of the refused words",
    "tools/commits.py": "first words that are no verbs",
    "tests/guards/test_wording.py": "the controls",
}


class Found(NamedTuple):
    """A refused word in a file."""

    file: str
    line: int
    word: str
    text: str


def in_text(file: str, text: str, first_line: int = 1) -> Iterator[Found]:
    for match in _REFUSED.finditer(text):
        number = text.count("\n", 0, match.start())
        word = _NAMES[int((match.lastgroup or "_0")[1:])]
        yield Found(file, first_line + number, word, text.splitlines()[number].strip())


def in_python(file: str, source: str) -> Iterator[Found]:
    """Finds refused words in comments and strings; a comment block is read as one text."""
    block: list[str] = []
    start = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if block and token.start[0] != start + len(block):
                yield from in_text(file, "\n".join(block), start)
                block = []
            if not block:
                start = token.start[0]
            block.append(token.string)
        elif token.type in _STRINGS:
            yield from in_text(file, token.string, token.start[0])
    yield from in_text(file, "\n".join(block), start)


def found_in(file: str, source: str) -> list[Found]:
    if file in EXCEPTIONS or not _REFUSED.search(source):
        return []
    if file.endswith(".py"):
        return list(in_python(file, source))
    return list(in_text(file, source))


def files() -> list[str]:
    """Returns the project's tracked text files."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [
        name
        for name in listed.stdout.splitlines()
        if Path(name).suffix in (".py", *_TEXTS) and not _SKIPPED.search(name) and (ROOT / name).is_file()
    ]


def everything() -> list[Found]:
    found: list[Found] = []
    for name in files():
        try:
            source = (ROOT / name).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a font or a picture without a suffix
        found += found_in(name, source)
    return found


def room(file: str) -> str:
    """Returns the folder that counts the file: at most three levels, such as ``src/wellwish/cards``."""
    folders = file.split("/")[:-1]
    return "/".join(folders[:3]) or file


def counts(found: list[Found]) -> dict[str, int]:
    return dict(sorted(Counter(room(each.file) for each in found).items()))


def baseline() -> dict[str, int]:
    return json.loads(BASELINE.read_text(encoding="utf-8"))


def lowered(allowed: dict[str, int], present: dict[str, int]) -> dict[str, int]:
    """Returns the new baseline: never above the old one, and without rooms that have no refused word."""
    return {name: min(count, present[name]) for name, count in allowed.items() if present.get(name)}


def above(allowed: dict[str, int], found: list[Found]) -> list[str]:
    """Returns a line for each refused word in rooms that exceed their baseline."""
    over = {name for name, count in counts(found).items() if count > allowed.get(name, 0)}
    return [f"{each.file}:{each.line}: {each.word}: {each.text}" for each in found if room(each.file) in over]


def main() -> None:
    found = everything()
    if "--lower" in sys.argv:
        new = lowered(baseline(), counts(found))
        BASELINE.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
    wanted = [each for each in sys.argv[1:] if not each.startswith("-")]
    for each in found:
        if not wanted or any(each.file.startswith(start) for start in wanted):
            print(f"{each.file}:{each.line}: {each.word}: {each.text}")


if __name__ == "__main__":
    main()
