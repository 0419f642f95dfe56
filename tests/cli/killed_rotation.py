"""Run `wellwish key rotate` and kill it after some pages: python killed_rotation.py PAGES"""

import functools
import os
import signal
import sys

from wellwish.cli import key
from wellwish.cli.app import main

_left = iter(range(int(sys.argv[1]) - 1))


def after_page() -> None:
    if next(_left, None) is None:
        os.kill(os.getpid(), signal.SIGKILL)


key.rotate = functools.partial(key.rotate, after_page=after_page)  # pyright: ignore[reportPrivateImportUsage]
main(["key", "rotate"])
