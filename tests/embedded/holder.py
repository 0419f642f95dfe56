"""A process that starts the cluster of a folder: `holder.py FOLDER [fork | exit]`.

It says `supervising` or `attached` and stops when its standard input ends. With `fork` a child that
only sleeps comes first, and its process id is said too; with `exit` it ends without stopping.
"""

import os
import sys
import time
from pathlib import Path

from wellwish.embedded import Cluster


def main() -> None:
    """Holds the cluster until standard input ends."""
    cluster = Cluster(Path(sys.argv[1]), durable=False)
    cluster.start()
    if "fork" in sys.argv:
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        print(child, flush=True)
    print("supervising" if cluster.supervising else "attached", flush=True)
    if "exit" in sys.argv:
        sys.exit()
    sys.stdin.read()
    cluster.stop()


if __name__ == "__main__":
    main()
