"""Execute a PostgreSQL program that cannot outlive the thread that started it.

Run as `python -I -S launcher.py PARENT FOLDER PROGRAM ARGUMENT...`, where PARENT is the process ID of the
caller and FOLDER the data folder. Imports only a few standard modules, because it delays every start. On
failure, exits with REFUSED and writes the reason to standard error.
"""

import ctypes
import os
import pwd
import signal
import sys

REFUSED = 78  # EX_CONFIG of <sysexits.h>
_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_CLONE_NEWUSER = 0x10000000  # <linux/sched.h>


def launch(parent: int, folder: str, command: list[str]) -> None:
    """Replaces this process with the command. Exits with REFUSED if the system does not allow it."""
    # Leave the terminal's session: its Ctrl-C is for Wellwish, which then shuts the server down cleanly.
    os.setsid()
    was_root = os.geteuid() == 0
    if was_root:
        _leave_root()
    for path, mode in ((folder, os.R_OK | os.W_OK | os.X_OK), (command[0], os.X_OK)):
        if not os.access(path, mode):
            _refuse(_unreachable(path, was_root))
    # Last, because the kernel clears the signal when the credentials of the process change.
    _die_with(parent)
    os.execv(command[0], command)  # noqa: S606 - no shell is wanted


def _leave_root() -> None:
    """Enters a user namespace in which root appears as another user.

    PostgreSQL refuses to run as root. In the namespace, it sees an ordinary user and has no root privileges,
    while root owns the files that it writes. This requires neither a new user nor folders accessible to
    others.
    """
    uid, gid = os.geteuid(), os.getegid()
    # initdb requires a user with a name.
    other = next(entry for entry in pwd.getpwall() if entry.pw_uid != 0)
    libc = ctypes.CDLL(None, use_errno=True)
    try:
        if libc.unshare(_CLONE_NEWUSER) != 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{other.pw_uid} {uid} 1"),
            ("gid_map", f"{other.pw_gid} {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
                file.write(text)
    except OSError as error:
        _refuse(
            "The embedded database cannot run as root: PostgreSQL refuses to run as root, and this system "
            f"does not allow a user namespace with another user ({error}). Run Wellwish as an ordinary "
            "user, or set DATABASE_URL to a PostgreSQL server."
        )


def _die_with(parent: int) -> None:
    """Makes the kernel send SIGQUIT when the thread that started this process ends.

    SIGQUIT ends the server within 5 s, regardless of its sessions. No committed transaction is lost, because
    the next start replays the log. SIGINT would wait indefinitely for sessions and a checkpoint, and delay
    the process that takes over.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT, 0, 0, 0)
    # If the parent died before the call, the process already has another parent and gets no signal.
    if os.getppid() != parent:
        sys.exit(1)


def _unreachable(path: str, was_root: bool) -> str:
    if not was_root:
        return (
            f"{path} is not accessible to this user. Grant access to it, or set WELLWISH_DATA_DIR to "
            "another folder."
        )
    return (
        f"{path} cannot be used as root: the database runs without root's permission to override file "
        "modes, and this path or a parent folder is accessible only to another user. Run Wellwish as that "
        "user, or use a path in folders that root owns (for the data, set WELLWISH_DATA_DIR)."
    )


def _refuse(reason: str) -> None:
    sys.stderr.write(reason + "\n")
    sys.exit(REFUSED)


if __name__ == "__main__":
    launch(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
