"""Everything that the documents name exists: settings, error codes, commands, files, operations."""

import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from cyclopts import App

from wellwish.base.errors import CATALOGUE
from wellwish.base.settings.reader import SECRETS
from wellwish.cli.app import app, main
from wellwish.pages import PAGES
from wellwish.routes import OPERATIONS

# Commands that print nothing, or another format.
WITHOUT_JSON = {"serve", "work", "bounce", "openapi", "completion"}
ROOT = Path(__file__).resolve().parents[2]
SETTING = re.compile(r"\b(WELLWISH_[A-Z_]+|DATABASE_URL)\b")
# Read only by the test harness, and documented with the tests.
OF_TESTS = re.compile(r"WELLWISH_TEST_\w+")
DOCUMENTS = sorted(ROOT.glob("*.md"))
WRITTEN = [file for file in (*DOCUMENTS, *sorted((ROOT / "docs").rglob("*.md"))) if file.exists()]


def settings_read() -> set[str]:
    files = (ROOT / "src/wellwish/base/settings").glob("*.py")
    source = "".join(file.read_text(encoding="utf-8") for file in files)
    return {name for name in re.findall(r'"([A-Z_]+[A-Z])"', source) if SETTING.fullmatch(name)}


def settings_listed(example: str) -> set[str]:
    return set(re.findall(r"^#?\s?([A-Z][A-Z_]+)=", example, re.MULTILINE))


def missing_files(text: str, folder: Path) -> list[str]:
    """Returns the relative links and paths of a document that do not exist."""
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text)
    places = ("src", "tests", "docs", "script", "bench", "migrations", "tools", ".ci")
    named = re.findall(rf"`((?:{'|'.join(map(re.escape, places))})/[\w./-]+)`", text)
    faults = [link for link in links if not (folder / link).exists() and not (ROOT / link).exists()]
    return faults + [path for path in named if not (ROOT / path).exists()]


def unknown_operations(text: str) -> list[str]:
    """Returns the operations of a document that have no route."""
    served = {(each.method, _shape(each.path)) for each in (*OPERATIONS, *PAGES)}
    named = re.findall(r"\b(GET|POST|PUT|PATCH|DELETE) (/(?:api|account)/[\w/{}.-]*)", text)
    return [f"{method} {path}" for method, path in named if (method, _shape(path.rstrip("."))) not in served]


def _shape(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def unknown_commands(text: str, known: set[str]) -> list[str]:
    """Returns the commands of a document that do not exist."""
    named = re.findall(r"(?:script/wellwish|`wellwish) ([a-z]+(?: [a-z]+)?)", text)
    return [name for name in named if name.split()[0] not in {each.split()[0] for each in known}]


@pytest.fixture(scope="module")
def commands() -> set[str]:
    return {name for name in app if not name.startswith("-")}


def test_lists_every_setting_in_the_example_and_nothing_else() -> None:
    example = (ROOT / "wellwish.env.example").read_text(encoding="utf-8")
    missing, unknown = settings_read() - settings_listed(example), settings_listed(example) - settings_read()
    assert not missing, f"wellwish.env.example: add {missing}"
    assert not unknown, f"wellwish.env.example: remove {unknown}"


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: str(file.relative_to(ROOT)))
def test_names_only_what_exists(file: Path, commands: set[str]) -> None:
    text = file.read_text(encoding="utf-8")
    settings = {name for name in SETTING.findall(text) if not OF_TESTS.fullmatch(name)}
    assert settings <= settings_read() | {f"{name}_FILE" for name in SECRETS}
    assert not missing_files(text, file.parent)
    assert not unknown_commands(text, commands)
    if file.name != "CHANGELOG.md":  # it also describes former operations
        assert not unknown_operations(text)


def test_names_only_errors_that_there_are() -> None:
    for file in WRITTEN:
        named = re.findall(r"errors/([a-z_]+)", file.read_text(encoding="utf-8"))
        assert set(named) <= CATALOGUE.keys(), file


def test_says_what_to_do_in_scripts_that_there_are() -> None:
    for script in sorted((ROOT / "script").iterdir()):
        text = script.read_text(encoding="utf-8")
        assert not [
            name for name in re.findall(r"\bscript/([a-z]+)\b", text) if not (ROOT / "script" / name).exists()
        ]


def commands_of(group: App, path: str = "") -> Iterator[tuple[str, App]]:
    """Yields each command with its words, such as ``jobs show``."""
    names = [name for name in group if not name.startswith("-")]
    for name in names:
        yield from commands_of(group[name], f"{path} {name}".strip())
    if not names:
        yield path, group


def undescribed(command: App) -> list[str]:
    """Returns the parameters of a command that have no help text."""
    arguments = command.assemble_argument_collection()
    return [argument.name for argument in arguments if not argument.parameter.help]


def prints_json(command: App) -> bool:
    return any("--json" in argument.names for argument in command.assemble_argument_collection())


def test_shows_help_for_every_command() -> None:
    for path, command in commands_of(app):
        shown = io.StringIO()
        with redirect_stdout(shown), pytest.raises(SystemExit, match=r"^0$"):
            main([*path.split(), "--help"])
        assert command.help, path
        assert " ".join(command.help.split()[:3]) in " ".join(shown.getvalue().split()), path


def test_describes_every_parameter_of_every_command() -> None:
    assert {path: undescribed(command) for path, command in commands_of(app) if undescribed(command)} == {}


def test_prints_json_of_every_command_that_prints_facts() -> None:
    without = {path for path, command in commands_of(app) if not prints_json(command)}
    assert without == WITHOUT_JSON


# The controls.


def test_detects_names_that_lead_nowhere() -> None:
    given = App()

    @given.command
    def bare(*, name: str) -> None:
        del name

    assert missing_files("[a](docs/nowhere.md) and `src/wellwish/nowhere.py`", ROOT) == [
        "docs/nowhere.md",
        "src/wellwish/nowhere.py",
    ]
    assert unknown_operations("Call `GET /api/nowhere` or GET /api/cards/{card_id}.") == ["GET /api/nowhere"]
    assert unknown_commands("run `wellwish explode` or script/wellwish serve", {"serve"}) == ["explode"]
    assert undescribed(given["bare"]) == ["--name"]
    assert not prints_json(given["bare"])
    assert settings_listed("#WELLWISH_LOST=1\n# WELLWISH_PORT=1\n") - settings_read() == {"WELLWISH_LOST"}
