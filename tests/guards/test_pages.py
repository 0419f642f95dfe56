"""Every page declares its templates and has a test file; pages contain no SQL."""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from tests.guards.statements import METHODS, modules, statements
from wellwish.infra.http import Raw
from wellwish.pages import PAGES

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src/wellwish/web"

# Rendered for refusals by the wrappers of kit/page.py.
REFUSALS = {"kit/refused.html", "kit/link_gone.html"}

# Test files whose name differs from their module's, and why.
ELSEWHERE = {
    "wellwish.web.callbacks.provider": "tests/payments/test_callback.py",  # with the payments it settles
    "wellwish.web.desk.entry.passkey": "tests/web/desk/account/test_passkeys.py",
    "wellwish.web.desk.money.gifts_file": "tests/web/desk/money/test_show.py",  # with the gifts of the page
    "wellwish.web.docs.home": "tests/infra/http/test_protocol.py",
    "wellwish.web.kit.static": "tests/web/kit/test_page.py",
    "wellwish.web.operating.health": "tests/infra/http/test_away.py",  # with the unavailable database
    "wellwish.web.paying.pay": "tests/web/paying/test_sandbox.py",
    "wellwish.web.signing.element": "tests/embed/test_element.py",
    "wellwish.web.signing.invitation": "tests/web/signing/test_sign_invited.py",
    "wellwish.web.view.report": "tests/reports/test_list.py",
    "wellwish.web.view.thank": "tests/thanks/test_list.py",
}
_TEMPLATE = re.compile(r'"([a-z_]+/[a-z_]+\.html)"')
_USED = re.compile(r"""(?:(?:extends|include|import|from)\s+|part\()"([^"]+\.html)\"""")


def templates() -> dict[str, str]:
    """Returns the text of every template by its name."""
    return {
        f"{file.parents[1].name}/{file.name}": file.read_text(encoding="utf-8")
        for file in WEB.glob("*/templates/*.html")
    }


def undrawn(texts: Mapping[str, str], drawn: Iterable[str]) -> list[str]:
    """Returns the templates that no page or template refers to, and references to missing templates."""
    named = {*drawn, *(name for text in texts.values() for name in _USED.findall(text))}
    return sorted(named ^ texts.keys())


def unnamed(pages: Iterable[Raw], sources: Mapping[str, str]) -> list[str]:
    """Returns the templates in a package's source that no page of the package declares."""
    drawn = {name for page in pages for name in page.templates} | REFUSALS
    return [
        f"{module}: {name}"
        for module, text in sources.items()
        for name in _TEMPLATE.findall(text)
        if name not in drawn
    ]


def untested(modules: Iterable[str], root: Path) -> list[str]:
    """Returns the page modules whose test file is missing or contains no test."""
    faults: list[str] = []
    for module in modules:
        *folders, name = module.removeprefix("wellwish.").split(".")
        file = root / ELSEWHERE.get(module, "/".join(["tests", *folders, f"test_{name}.py"]))
        if not file.exists() or "def test_" not in file.read_text(encoding="utf-8"):
            faults.append(f"{module}: {file.relative_to(root)}")
    return faults


def sql(module: str, tree: ast.Module) -> list[str]:
    """Returns the statements of a module, literal or not, and its calls that take one."""
    found, _ = statements(module, tree)
    calls = [
        f"{module}:{node.lineno}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in METHODS
        and isinstance(node.func.value, ast.Name)
        and "tx" in node.func.value.id
    ]
    return sorted({*(each.where for each in found), *calls})


def pages_of_web() -> dict[str, list[Raw]]:
    found: dict[str, list[Raw]] = {}
    for page in PAGES:
        if page.handler.__module__.startswith("wellwish.web."):
            found.setdefault(page.handler.__module__, []).append(page)
    return found


def test_every_template_is_drawn_by_a_page_or_another_template() -> None:
    drawn = {name for page in PAGES for name in page.templates}
    found = undrawn(templates(), drawn | REFUSALS)
    assert not found, f"name each template in the Raw line of its page, in pages.py of its folder: {found}"


def test_every_page_names_the_templates_that_its_wing_draws() -> None:
    sources = {file.name: file.read_text(encoding="utf-8") for file in WEB.rglob("*.py")}
    found = unnamed(PAGES, sources)
    assert not found, f"name each template in the Raw line of its page, in pages.py of its folder: {found}"


def test_every_page_has_its_test_file() -> None:
    found = untested(pages_of_web(), ROOT)
    assert not found, f"write these files, each with a test of its page: {found}"
    assert not ELSEWHERE.keys() - pages_of_web().keys()


def test_pages_hold_no_sql() -> None:
    web = [(name, tree) for name, tree in modules() if name.startswith("wellwish.web.")]
    assert len(web) > 30
    assert [fault for name, tree in web for fault in sql(name, tree)] == []


# The controls.


def test_detects_a_template_that_nothing_draws() -> None:
    texts = {"kit/base.html": "", "view/card.html": '{% extends "kit/base.html" %}'}
    assert undrawn(texts, ["view/card.html"]) == []
    assert undrawn(texts, []) == ["view/card.html"]
    assert undrawn(texts, ["view/card.html", "view/lost.html"]) == ["view/lost.html"]


def test_detects_a_page_that_does_not_name_its_template() -> None:
    async def handler(services: object, request: object) -> None: ...

    source = {"card.py": 'paper(request, "view/card.html", language)'}
    assert unnamed([Raw("GET", "/", handler)], source) == ["card.py: view/card.html"]  # type: ignore[arg-type]
    assert unnamed([Raw("GET", "/", handler, ("view/card.html",))], source) == []  # type: ignore[arg-type]


def test_detects_a_page_without_a_test(tmp_path: Path) -> None:
    assert untested(["wellwish.web.desk.rows"], tmp_path) == [
        "wellwish.web.desk.rows: tests/web/desk/test_rows.py"
    ]
    (tmp_path / "tests/web/desk").mkdir(parents=True)
    (tmp_path / "tests/web/desk/test_rows.py").write_text("def test_lists_rows(): ...")
    assert untested(["wellwish.web.desk.rows"], tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [
        "await tx.value('select 1')",
        "await read_tx.run(_DELETE)",
        "_SQL = 'select id from cards'",
        "await tx.run('delete from links where hash = :hash', hash=b'')",
    ],
)
def test_detects_sql_in_a_page(line: str) -> None:
    source = f"async def page(tx, read_tx):\n    {line}\n    await card.load(tx, access)\n"
    assert sql("wellwish.web.desk.rows", ast.parse(source))
    assert not sql("wellwish.web.desk.rows", ast.parse("async def page(tx):\n    await card.load(tx)\n"))
