"""Aliases that let the bench measure release 0.1.0 and later revisions that used other names.

`stage.py` imports this module before the modules that it changes.
"""

import importlib
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

# Current module and name, former module and name.
_NAMES = (
    ("wellwish.app", "build_services", "wellwish.app", "parts_of"),
    ("wellwish.infra.http", "Services", "wellwish.http", "Parts"),
)
_MODULES = {
    "wellwish.web.kit": "wellwish.web",
    "wellwish.web.kit.form": "wellwish.web.form",
    "wellwish.cli": "wellwish",
    "wellwish.auth.credentials.secret": "wellwish.crypto",
    "wellwish.cli.launch": "wellwish.launch",
}


_FLOOR: Final = re.compile(r"^wellwish\.(?:base|infra|auth|designs)\b")


class _WithoutFloors(MetaPathFinder, Loader):
    """Finds ``wellwish.infra.http`` as ``wellwish.http`` in a revision without these folders."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - as the import system calls it
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if _FLOOR.match(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return importlib.import_module(_FLOOR.sub("wellwish", spec.name))

    def exec_module(self, module: ModuleType) -> None:
        """Does nothing, because the module has already run under its former name."""


def _adopt() -> None:
    """Adds the current names to a revision that has only the former ones."""
    for module, name, former, old in _NAMES:
        with suppress(ImportError, AttributeError):
            found = getattr(importlib.import_module(former), old)
            setattr(importlib.import_module(module), name, found)
    for module, former in _MODULES.items():
        try:
            importlib.import_module(module)
        except ImportError:
            sys.modules[module] = importlib.import_module(former)


sys.meta_path.append(_WithoutFloors())
_adopt()
