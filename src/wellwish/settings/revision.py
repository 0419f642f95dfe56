"""The revision of the source that runs."""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

UNKNOWN: Final = "unknown"
_CHECKOUT: Final = Path(__file__).resolve().parents[3]
_PATIENCE_S: Final = 5.0


@cache
def checkout_revision() -> str:
    """Returns the commit of the checkout that this code is in, or ``unknown`` for an installed package."""
    if not (_CHECKOUT / ".git").exists():
        return UNKNOWN
    try:
        asked = subprocess.run(  # noqa: S603 - no input
            ["git", "-C", str(_CHECKOUT), "rev-parse", "HEAD"],
            capture_output=True, text=True, timeout=_PATIENCE_S, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):  # without git, or a checkout of another user
        return UNKNOWN
    return asked.stdout.strip()[:12]
