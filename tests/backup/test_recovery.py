"""The commands for point-in-time recovery in docs/operate/backup.md run as printed."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.waiting import wait_until
from wellwish.infra.embedded import launcher
from wellwish.infra.embedded.binaries import bin_folder

PAGE = Path(__file__).resolve().parents[2] / "docs" / "operate" / "backup.md"
ROWS = 20


def blocks() -> list[str]:
    """Returns the three blocks of commands: archive the log, take a base backup, recover."""
    text = PAGE.read_text(encoding="utf-8").partition("<!-- recovery")[2]
    return re.findall(r"```sh\n(.*?)```", text, re.DOTALL)


def programs() -> Path:
    given = os.environ.get("WELLWISH_TEST_PG_BIN")
    return Path(given) if given else bin_folder()


class Shell:
    """Runs scripts as the user of the database server, which is never root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {
            "PATH": f"{programs()}:/usr/bin:/bin",
            "LC_ALL": "C",
            "TZ": "UTC",
            "PGDATA": str(folder / "data"),
            "PGHOST": str(folder),
            "PGUSER": "owner",
            "ARCHIVE": str(folder / "archive"),
            "BASE": str(folder / "base"),
            "RECOVERED": str(folder / "recovered"),
        }

    def __call__(self, script: str, **more: str) -> str:
        # As root, the launcher enters a user namespace. nohup, because the server must outlive the shell.
        command = [sys.executable, "-I", "-S", launcher.__file__, str(os.getpid()), str(self.folder)]
        with tempfile.TemporaryFile("w+") as output:  # not a pipe, which the server would keep open
            done = subprocess.run(
                [*command, "/bin/sh", "-euc", script],
                env=self.environment | more,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
                timeout=120,
                cwd="/",
            )
            output.seek(0)
            text = output.read()
        if done.returncode != 0:
            logs = [each.read_text()[-1500:] for each in self.folder.glob("*/server.log")]
            pytest.fail("\n".join([script, text, *logs]))
        return text.strip()

    def sql(self, statement: str) -> str:
        return self(f'psql -X -qAt -d postgres -c "{statement}"')


@pytest.fixture
def shell() -> Iterator[Shell]:
    with tempfile.TemporaryDirectory(prefix="ww-", ignore_cleanup_errors=True) as folder:
        shell = Shell(Path(folder))
        try:
            yield shell
        finally:
            for name in ("PGDATA", "RECOVERED"):
                shell(f'pg_ctl stop --pgdata "${name}" --mode immediate >/dev/null 2>&1 || true')


def start(shell: Shell) -> None:
    shell(
        'initdb --pgdata "$PGDATA" --username owner --auth trust --no-sync --encoding UTF8 >/dev/null\n'
        f'echo "unix_socket_directories = \'{shell.folder}\'" >>"$PGDATA/postgresql.conf"\n'
        'echo "listen_addresses = \'\'" >>"$PGDATA/postgresql.conf"\n'
        'pg_ctl start --pgdata "$PGDATA" --wait --log "$PGDATA/server.log" >/dev/null'
    )


def test_the_commands_parse_and_name_settings_that_exist() -> None:
    found = blocks()
    assert [text.split()[0] for text in found] == ["mkdir", "pg_basebackup", "cp"]
    known = subprocess.run(
        [str(programs() / "postgres"), "--describe-config"], capture_output=True, text=True, check=True
    ).stdout
    names = {line.split("\t")[0] for line in known.splitlines()}
    for text in found:
        assert subprocess.run(["sh", "-n"], input=text, text=True, check=False).returncode == 0
        assert set(re.findall(r"^(\w+) = ", text, re.MULTILINE)) <= names
    assert "no_such_setting" not in names
    assert subprocess.run(["sh", "-n"], input="if", text=True, check=False, stderr=-3).returncode != 0


@pytest.mark.full
def test_recovers_every_row_up_to_the_moment_before_an_accident(shell: Shell) -> None:
    archive, base, recover = blocks()
    start(shell)
    shell(archive)
    shell.sql("create table notes (id int)")
    shell.sql("insert into notes values (0)")
    shell(base)
    for number in range(1, ROWS):
        shell.sql(f"insert into notes values ({number})")
    moment = shell.sql("select clock_timestamp()")
    shell.sql("delete from notes")
    archived = shell.sql("select pg_walfile_name(pg_switch_wal())")
    wait_until((shell.folder / "archive" / archived).exists)
    # The disk is lost.
    shell('pg_ctl stop --pgdata "$PGDATA" --mode immediate; rm -rf "$PGDATA"')

    shell(recover, MOMENT=moment)
    assert shell.sql("select count(*), max(id) from notes") == f"{ROWS}|{ROWS - 1}"

    # The control: recovery to the end of the log repeats the accident.
    shell('pg_ctl stop --pgdata "$RECOVERED" --mode immediate; rm -rf "$RECOVERED"')
    shell(re.sub(r"^recovery_target_\w+ = .*\n", "", recover, flags=re.MULTILINE))
    assert shell.sql("select count(*) from notes") == "0"
