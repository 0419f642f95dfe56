"""Conventions of the source: sizes, the environment, errors, jobs, events."""

import ast
import importlib
import re
from collections.abc import Iterator

import pytest

from tests.guards.statements import SOURCE, modules, name_of
from wellwish.audit.entry import ACTIONS
from wellwish.base.errors import CATALOGUE, Refusal
from wellwish.infra.events import TYPES
from wellwish.infra.jobs.retired import RETIRED
from wellwish.worker import JOBS

MAX_FILE_LINES = 300
MAX_FUNCTION_LINES = 60

# Files with a list that grows with the product and reads best in one piece.
LONG_FILES = {
    "wellwish.base.errors": "the catalogue of refusals, once each",
    "wellwish.routes": "every operation of the API, once each",
}

# Modules other than settings that use the environment, and why.
ENVIRONMENT = {
    "wellwish.backup.programs": "hands HOME and PATH on to the programs of PostgreSQL",
    "wellwish.cli.launch": "passes demo mode to the processes that it starts",
    "wellwish.infra.embedded.server": "gives PostgreSQL a separate environment",
    "wellwish.infra.embedded.launcher": "runs before Wellwish and hands the environment on",
}


def long_files(lines: dict[str, int]) -> list[str]:
    found = [name for name, count in lines.items() if count > MAX_FILE_LINES and name not in LONG_FILES]
    return found + [
        f"{name} is not long any more" for name in LONG_FILES if lines.get(name, 0) <= MAX_FILE_LINES
    ]


def long_functions(module: str, tree: ast.AST) -> list[str]:
    return [
        f"{module}.{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno + 1 > MAX_FUNCTION_LINES
    ]


def reads_environment(tree: ast.AST) -> bool:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "environb", "getenv", "putenv"):
            return True
        imported = node.names if isinstance(node, ast.ImportFrom) and node.module == "os" else []
        if {alias.name for alias in imported} & {"environ", "getenv"}:
            return True
    return False


def reads_system_time(tree: ast.AST) -> bool:
    """Whether the code reads the time of day, which only ``clock`` may do; ``time.monotonic`` is allowed."""
    calls = re.compile(r"\b(datetime\.(now|utcnow|today)|date\.today|time\.time(_ns)?)$")
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and calls.search(ast.unparse(node)):
            return True
        imported = node.names if isinstance(node, ast.ImportFrom) and node.module == "time" else []
        if {alias.name for alias in imported} & {"time", "time_ns"}:
            return True
    return False


def names_used(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def unraised(refusals: list[type[Refusal]], trees: list[tuple[str, ast.Module]]) -> list[str]:
    used = {name for module, tree in trees if module != "wellwish.base.errors" for name in names_used(tree)}
    return [each.__name__ for each in refusals if each.__name__ not in used]


def kinds_enqueued(module: str, tree: ast.AST) -> Iterator[str]:
    """Yields the kinds of job that a module enqueues, as literals in the calls or as constants."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    # A payment is opened with the kind of its follow-up job, and enqueues that job itself.
    followed = [
        node
        for node in calls
        if any(each.arg == "follow" and getattr(each.value, "id", "").isupper() for each in node.keywords)
    ]
    found = followed + [node for node in calls if _enqueues(node.func)]
    for node in found:
        yield from (str(each.value) for each in node.args if isinstance(each, ast.Constant))
    if not found:
        return
    loaded = importlib.import_module(module)
    for name in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id.isupper()}:
        value = getattr(loaded, name, None)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str) and re.fullmatch(r"[a-z_]+\.[a-z_]+", each):
                yield each


def _enqueues(func: ast.expr) -> bool:
    return (
        isinstance(func, ast.Attribute)
        and func.attr in ("enqueue", "wake")
        and isinstance(func.value, ast.Name)
        and func.value.id in ("jobs", "queue")
    )


def event_types(tree: ast.AST) -> Iterator[str]:
    """Yields the strings that look like event types, as whole literals or quoted within a statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            families = "|".join(sorted({name.partition(".")[0] for name in TYPES}))
            yield from re.findall(rf"(?:^|')((?:{families})\.[a-z_]+)(?:$|')", node.value)


def test_keeps_files_short() -> None:
    lines = {name_of(file): file.read_text(encoding="utf-8").count("\n") for file in SOURCE.rglob("*.py")}
    found = long_files(lines)
    assert not found, f"files over {MAX_FILE_LINES} lines: move a part into another file: {found}"


def test_keeps_functions_short() -> None:
    assert not [fault for name, tree in modules() for fault in long_functions(name, tree)]


def test_reads_the_environment_in_one_place() -> None:
    readers = {name for name, tree in modules() if reads_environment(tree)} - {
        "wellwish.base.settings.environment"
    }
    assert readers == {name for name in ENVIRONMENT if name in readers}
    assert not readers - ENVIRONMENT.keys()


def test_reads_the_time_of_day_in_one_place() -> None:
    assert {name for name, tree in modules() if reads_system_time(tree)} == {"wellwish.base.clock"}


def test_has_one_refusal_for_each_code() -> None:
    refusals = _refusals()
    codes = [each.code for each in refusals]
    assert len(codes) == len(set(codes)) == len(CATALOGUE)
    assert all(re.fullmatch("[a-z][a-z0-9_]*", code) for code in codes)
    for each in refusals:
        assert each.title
        assert each.fix
        assert 400 <= each.status <= 599


def test_raises_each_refusal_somewhere() -> None:
    assert unraised(_refusals(), modules()) == []


def _refusals() -> list[type[Refusal]]:
    import wellwish.base.errors

    return [
        each
        for each in vars(wellwish.base.errors).values()
        if isinstance(each, type) and issubclass(each, Refusal) and each is not Refusal
    ]


def test_carries_out_every_job_that_is_put_into_the_queue() -> None:
    import wellwish.worker

    enqueued = {kind for name, tree in modules() for kind in kinds_enqueued(name, tree)}
    by_clock = set(getattr(wellwish.worker, "HOURLY", ()))
    assert enqueued - JOBS.keys() == set()
    assert JOBS.keys() - enqueued - by_clock == set(RETIRED)
    assert enqueued & set(RETIRED) == set()


def test_records_every_type_of_event_and_no_other() -> None:
    home = "wellwish.infra.events.event"
    recorded = {kind for name, tree in modules() if name != home for kind in event_types(tree)}
    examples = {name for name in recorded if name.endswith("s")} - TYPES.keys()
    files = {"card.json"}  # of the keepsake
    assert recorded - TYPES.keys() - JOBS.keys() - set(ACTIONS) - examples - files == set()
    assert TYPES.keys() - recorded == set()


# The controls.


def test_detects_a_long_file_and_a_long_function() -> None:
    assert "wellwish.seeded" in long_files({"wellwish.seeded": 301, **dict.fromkeys(LONG_FILES, 999)})
    body = "\n".join("    x = 1" for _ in range(60))
    assert long_functions("seeded", ast.parse(f"def f():\n{body}"))
    assert not long_functions("seeded", ast.parse("def f():\n    return 1"))


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.environ['X']",
        "from os import environ",
        "import os\nos.getenv('X')",
        "from os import getenv",
    ],
)
def test_detects_the_environment_read_elsewhere(source: str) -> None:
    assert reads_environment(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "from datetime import datetime\ndatetime.now(UTC)",
        "import datetime\ndatetime.datetime.now()",
        "from datetime import date\ndate.today()",
        "import time\ntime.time()",
        "from time import time",
    ],
)
def test_detects_a_time_of_day_read_elsewhere(source: str) -> None:
    assert reads_system_time(ast.parse(source))
    assert not reads_system_time(ast.parse("import time\ntime.monotonic()\nclock.now()"))


def test_detects_a_refusal_that_nothing_raises() -> None:
    (known, *_) = _refusals()
    assert unraised([known], [("wellwish.seeded", ast.parse("pass"))]) == [known.__name__]


def test_detects_a_job_without_a_handler() -> None:
    tree = ast.parse("async def f(tx):\n    await jobs.enqueue(tx, 'cards.lost', [])")
    assert set(kinds_enqueued("wellwish.cards.delete", tree)) - JOBS.keys() == {"cards.lost"}


def test_detects_an_event_that_is_not_in_the_catalogue() -> None:
    tree = ast.parse("record(tx, a, 'card.lost')\nSQL = \"select 'invitation.mislaid'\"")
    assert set(event_types(tree)) - TYPES.keys() == {"card.lost", "invitation.mislaid"}
