"""A process that starts the cluster of a folder: `holder.py FOLDER [fork | exit]`.

Prints `supervising` or `attached`, and stops at the end of its standard input. With `fork`, it first starts a
child that only sleeps, and prints its process ID; with `exit`, it exits without stopping the cluster.
"""

import os
import signal
import sys
from pathlib import Path

from wellwish.infra.embedded import Cluster


def main() -> None:
    """Holds the cluster until the end of standard input."""
    cluster = Cluster(Path(sys.argv[1]), durable=False)
    cluster.start()
    if "fork" in sys.argv:
        child = os.fork()
        if child == 0:
            signal.pause()  # until it is killed
        print(child, flush=True)
    print("supervising" if cluster.supervising else "attached", flush=True)
    if "exit" in sys.argv:
        sys.exit()
    sys.stdin.read()
    cluster.stop()


if __name__ == "__main__":
    main()
