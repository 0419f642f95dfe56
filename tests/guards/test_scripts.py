"""Browser scripts have no import cycles, static or dynamic."""

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from wellwish.web.kit.static import FILES

_COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r"""(?:from\s+|import\s*\(\s*|import\s+)["'`]\./([^"'`]+)["'`]""")


def imports(files: Mapping[str, bytes]) -> dict[str, set[str]]:
    """Returns the imports of each script; ``./effect-${name}.js`` matches every script of that form."""
    scripts = {name: _COMMENT.sub("", text.decode()) for name, text in files.items() if name.endswith(".js")}
    found: dict[str, set[str]] = {name: set() for name in scripts}
    for name, text in scripts.items():
        for path in _IMPORT.findall(text):
            pattern = ".+".join(re.escape(each) for each in re.split(r"\$\{[^}]*\}", path))
            matches = {other for other in scripts if re.fullmatch(pattern, other)}
            assert matches, f"{name} imports {path}, which does not exist"
            found[name] |= matches
    return found


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Returns the scripts of one cycle, or an empty result."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_scripts_import_each_other_in_one_direction() -> None:
    graph = imports(FILES)
    assert "dom.js" in graph["sign.js"]
    assert len(graph["effect.js"]) > 10
    assert circle(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        b'import { byId } from "./entry.js";',
        b'const late = () => import("./entry.js");',
        b"const late = (name) => import(`./en${name}.js`);",
        b'import "./entry.js";',
    ],
)
def test_detects_an_import_cycle(back: bytes) -> None:
    entry = b'import("./part.js");'
    assert circle(imports({"entry.js": entry, "part.js": back}))
    assert not circle(imports({"entry.js": entry, "part.js": b"// " + back}))
    assert not circle(imports({"entry.js": entry, "part.js": b"/** @type {" + back + b"} */"}))
