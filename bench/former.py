"""Aliases that let the bench measure release 0.1.0, which used other names.

`stage.py` imports this module before the modules that it changes.
"""

import importlib
import sys
from contextlib import suppress

# Current module and name, former module and name.
_NAMES = (
    ("wellwish.app", "build_services", "wellwish.app", "parts_of"),
    ("wellwish.http", "Services", "wellwish.http", "Parts"),
)
_MODULES = {
    "wellwish.web.kit": "wellwish.web",
    "wellwish.web.kit.form": "wellwish.web.form",
    "wellwish.cli": "wellwish",
    "wellwish.credentials.secret": "wellwish.crypto",
    "wellwish.cli.launch": "wellwish.launch",
}


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


_adopt()
