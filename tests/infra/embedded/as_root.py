"""Run as root of a new user namespace: `as_root.py FOLDER [forbidden]`.

Starts the cluster and prints the user that it runs as, or the error. With `forbidden`, the kernel refuses
further user namespaces, as many containers do. Exits with 77 if it cannot create its own namespace.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from wellwish.infra.embedded import OWNER, Cluster, EmbeddedError
from wellwish.infra.embedded.binaries import bin_folder

CLONE_NEWUSER: Final = 0x10000000  # <linux/sched.h>
ABSENT: Final = (
    77  # not a failure, but not testable on this system (the status of a skipped test in Automake)
)


def become_root() -> bool:
    """Enters a user namespace as its root. Returns whether the system allows it."""
    uid, gid = os.geteuid(), os.getegid()
    if ctypes.CDLL(None).unshare(CLONE_NEWUSER) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {uid} 1")
        Path("/proc/self/gid_map").write_text(f"0 {gid} 1")
    except PermissionError:  # AppArmor may allow the namespace but no privileges in it
        return False
    return True


def main() -> None:
    """Becomes root, starts the cluster and stops it."""
    if not become_root():
        sys.exit(ABSENT)
    if "forbidden" in sys.argv:
        Path("/proc/sys/user/max_user_namespaces").write_text("0")
    try:
        with Cluster(Path(sys.argv[1]), durable=False) as cluster:
            command = [bin_folder() / "psql", "-XAt", "-d", cluster.dsn(OWNER), "-c", "select current_user"]
            print(os.geteuid(), subprocess.check_output(command, text=True), flush=True)
    except EmbeddedError as error:
        print(error, flush=True)


if __name__ == "__main__":
    main()
