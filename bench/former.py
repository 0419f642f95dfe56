"""Names that release 0.1.0 had for what the bench uses, so that it can measure that release, too.

`stage.py` imports it before the modules that it changes.
"""

import importlib
import sys
from contextlib import suppress

# The present name: its module, the name there, and the former module and name.
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
    """Gives the former things their present names, where the revision still has the former ones."""
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
