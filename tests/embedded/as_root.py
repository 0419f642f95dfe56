"""A process that is root in a namespace of its own: `as_root.py FOLDER [forbidden]`.

It starts the cluster and says who it is in it, or says why it did not start. With `forbidden` the kernel
refuses it a further user namespace, as many containers do. It ends with 77 where it gets none itself.
"""

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from wellwish.embedded import OWNER, Cluster, EmbeddedError
from wellwish.embedded.binaries import bin_folder

CLONE_NEWUSER: Final = 0x10000000  # <linux/sched.h>
ABSENT: Final = 77  # no fault: what is tested does not exist here (the status of a skipped test in Automake)


def become_root() -> bool:
    """Enters a user namespace as its root; tells whether the system lets us."""
    uid, gid = os.geteuid(), os.getegid()
    if ctypes.CDLL(None).unshare(CLONE_NEWUSER) != 0:
        return False
    try:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {uid} 1")
        Path("/proc/self/gid_map").write_text(f"0 {gid} 1")
    except PermissionError:  # AppArmor lets one in and gives nothing there
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
