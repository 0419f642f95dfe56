"""``python -m wellwish`` and the command `wellwish`."""

import signal
import sys
from typing import Final

_INTERRUPTED: Final = 128 + signal.SIGINT  # as shells report it

# Ctrl-C while the modules are imported ends the process without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)


def main() -> None:
    """Runs the command in the arguments of the process."""
    from wellwish.cli.app import main as run

    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        run()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
