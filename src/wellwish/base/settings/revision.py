"""The revision of the running source."""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

UNKNOWN: Final = "unknown"
_CHECKOUT: Final = Path(__file__).resolve().parents[4]
# Exists only in released packages: `script/release` writes the commit into this file.
_PACKAGED: Final = Path(__file__).resolve().parents[2] / "revision.txt"
_SHOWN: Final = 12  # characters of a commit
_PATIENCE_S: Final = 5.0


@cache
def find_revision() -> str:
    """Returns the first 12 characters of the checkout's or release's commit, or ``unknown``."""
    if not (_CHECKOUT / ".git").exists():
        return _PACKAGED.read_text().strip()[:_SHOWN] if _PACKAGED.exists() else UNKNOWN
    try:
        asked = subprocess.run(  # noqa: S603 - no input
            ["git", "-C", str(_CHECKOUT), "rev-parse", "HEAD"],
            capture_output=True, text=True, timeout=_PATIENCE_S, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):  # git is missing, or the checkout belongs to another user
        return UNKNOWN
    return asked.stdout.strip()[:_SHOWN]
