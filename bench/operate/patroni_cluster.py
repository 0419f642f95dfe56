"""A Patroni cluster of three nodes on loopback, with the configuration of docs/operate/ha.md."""

import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "docs" / "operate" / "ha.md"
MISSING: Final = "Install the Debian packages patroni, etcd-server, python3-etcd and postgresql."
_PATIENCE_S: Final = 120.0
# Runs a program and reaps its orphans at once, as an init system does: until then, Patroni takes a killed
# PostgreSQL for a running one. The first process of a container may reap seconds later.
_REAPER: Final = """
import ctypes, os, signal, sys
libc = ctypes.CDLL(None)
libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
program = os.fork()
if program == 0:
    libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
    os.execvp(sys.argv[1], sys.argv[1:])
while os.wait()[0] != program:
    pass
"""


def programs() -> Path | None:
    """Returns the folder of PostgreSQL's programs, or None if Patroni or etcd is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("1[5-9]/bin/initdb"))
    return found[0].parent if found and shutil.which("patroni") and shutil.which("etcd") else None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Node:
    """One server: its Patroni and its PostgreSQL."""

    def __init__(self, cluster: "PatroniCluster", number: int) -> None:
        self.cluster, self.name = cluster, f"db{number}"
        self.port, self.rest = free_port(), free_port()
        self.folder = cluster.folder / self.name
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        patroni = ("patroni", str(self.folder.with_suffix(".yml")))
        self.process = self.cluster.popen("python3", "-c", _REAPER, *patroni)

    def configure(self, *, synchronous: bool) -> None:
        text = PAGE.read_text(encoding="utf-8").partition("<!-- patroni")[2]
        block = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)[0]
        given = yaml.safe_load(block.replace("10.0.0.0/24", "127.0.0.1/32"))
        given["name"] = self.name
        given["etcd3"] = {"hosts": f"127.0.0.1:{self.cluster.etcd}"}
        for part, port in (("restapi", self.rest), ("postgresql", self.port)):
            given[part] |= dict.fromkeys(("listen", "connect_address"), f"127.0.0.1:{port}")
        given["postgresql"] |= {
            "data_dir": str(self.folder),
            "bin_dir": str(self.cluster.programs),
            "parameters": {"unix_socket_directories": str(self.cluster.folder)},
        }
        settings = given["bootstrap"]["dcs"]
        settings |= {"synchronous_mode": synchronous, "synchronous_mode_strict": synchronous}
        self.folder.with_suffix(".yml").write_text(yaml.safe_dump(given), encoding="utf-8")

    @property
    def postmaster(self) -> int:
        return int((self.folder / "postmaster.pid").read_text().split()[0])

    def kill_postgres(self) -> None:
        os.kill(self.postmaster, signal.SIGKILL)

    def kill(self) -> None:
        """Kills PostgreSQL, and Patroni before it can release the leader lock."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        with suppress(FileNotFoundError, ProcessLookupError):
            self.kill_postgres()

    def senders(self) -> list[int]:
        """Returns the process IDs of the WAL senders."""
        listed = subprocess.run(
            ["ps", "--ppid", str(self.postmaster), "-o", "pid=,args="],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if "walsender" in line]

    def freeze_replication(self) -> list[int]:
        """Pauses the WAL senders and returns their process IDs."""
        found = self.senders()
        for each in found:
            os.kill(each, signal.SIGSTOP)
        return found


class PatroniCluster:
    """Three nodes and one etcd, run by an unprivileged user."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder, self.programs = folder, programs
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.etcd = free_port()
        self.nodes = [Node(self, number) for number in (1, 2, 3)]

    def popen(self, *command: str) -> "subprocess.Popen[bytes]":
        root = os.geteuid() == 0
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True,
                env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"},
                user=self.user.pw_uid if root else None, group=self.user.pw_gid if root else None,
                extra_groups=[] if root else None,
            )  # fmt: skip

    def url(self, user: str, password: str, database: str = "wellwish") -> str:
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://{user}:{password}@{hosts}/{database}?target_session_attrs=primary"

    def members(self) -> dict[str, tuple[str, str]]:
        """Returns role and state by node, from the first Patroni that answers; empty if none does."""
        for node in self.nodes:
            with suppress(urllib.error.URLError, OSError):
                with urllib.request.urlopen(f"http://127.0.0.1:{node.rest}/cluster", timeout=2) as answer:
                    found: list[dict[str, Any]] = json.load(answer)["members"]
                return {each["name"]: (each["role"], each["state"]) for each in found}
        return {}

    def await_healthy(self, *, synchronous: bool = True) -> Node:
        """Waits for a primary with two running standbys. Raises TimeoutError."""
        roles = ["leader", "replica", "sync_standby"] if synchronous else ["leader", "replica", "replica"]
        until = time.monotonic() + _PATIENCE_S
        while time.monotonic() < until:
            found = self.members()
            running = all(state in ("running", "streaming") for _, state in found.values())
            if running and sorted(role for role, _ in found.values()) == roles:
                return next(node for node in self.nodes if found[node.name][0] == "leader")
            time.sleep(0.2)
        raise TimeoutError(f"the cluster is not healthy: {self.members()}")

    def log(self) -> str:
        return (self.folder / "log").read_text(errors="replace")[-4000:]


@contextmanager
def patroni_cluster(programs: Path, *, synchronous: bool = True) -> Generator[PatroniCluster]:
    """Runs a cluster during the block. ``synchronous``: with the synchronous mode of docs/operate/ha.md."""
    folder = Path(tempfile.mkdtemp(prefix="ww-ha-"))
    cluster = PatroniCluster(folder, programs)
    if os.geteuid() == 0:
        os.chown(folder, cluster.user.pw_uid, cluster.user.pw_gid)
    client, peer = f"http://127.0.0.1:{cluster.etcd}", f"http://127.0.0.1:{free_port()}"
    etcd = cluster.popen(
        "etcd", "--data-dir", str(folder / "etcd"), "--initial-cluster", f"default={peer}",
        "--listen-client-urls", client, "--advertise-client-urls", client,
        "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
    )  # fmt: skip
    try:
        for node in cluster.nodes:
            node.configure(synchronous=synchronous)
            node.start()
        cluster.await_healthy(synchronous=synchronous)
        yield cluster
    finally:
        for node in cluster.nodes:
            node.kill()
        etcd.kill()
        etcd.wait()
        shutil.rmtree(folder, ignore_errors=True)
