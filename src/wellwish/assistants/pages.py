"""The addresses for assistants; without the extra ``mcp`` there are none."""

from importlib.util import find_spec
from typing import Final

from wellwish.assistants.metadata import METADATA_PATH, PATH, ROOT_PATH, protected_resource
from wellwish.assistants.serve import mcp
from wellwish.http import Raw


def is_installed() -> bool:
    return find_spec("mcp") is not None


def addresses(*, installed: bool) -> tuple[Raw, ...]:
    if not installed:
        return ()
    return (
        Raw("POST", PATH, mcp),
        Raw("GET", METADATA_PATH, protected_resource),
        Raw("GET", ROOT_PATH, protected_resource),  # where clients look next
    )


ASSISTANTS: Final = addresses(installed=is_installed())
