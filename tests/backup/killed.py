"""Run a command that kills its own process: python killed.py STEP COMMAND...

STEP is a step of its progress, "seal" or "finish".
"""

import os
import signal
import sys
from typing import Any

from wellwish.backup import take
from wellwish.cli import backup
from wellwish.cli.app import main


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


step, *words = sys.argv[1:]
if step == "seal":
    take.seal = die
elif step == "finish":
    backup.finish_restore = die  # pyright: ignore[reportPrivateImportUsage]
else:
    backup._progress = lambda name: die if name == step else lambda _: None  # pyright: ignore[reportPrivateUsage]
main(words)
