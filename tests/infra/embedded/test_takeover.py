"""Two processes on one folder: one runs the server, the other takes over."""

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from tests.infra.embedded.processes import (
    PATIENCE_S,
    Holder,
    alive,
    answers,
    ask,
    eventually,
    postmaster,
    servers,
)
from wellwish.infra.embedded import Cluster

pytestmark = pytest.mark.process


def test_the_second_takes_over_from_the_first_that_was_killed(folder: Path) -> None:
    with Holder(folder) as first:
        assert first.line() == "supervising"
        with Cluster(folder, durable=False) as second:
            ask(folder, "create table t as select 7 as n")
            ask(folder, "checkpoint")
            former = postmaster(folder)
            assert not second.supervising
            first.kill()
            # The former server may answer for a moment after the second process has the lock.
            assert eventually(lambda: second.supervising and not alive(former) and answers(folder))
            assert postmaster(folder) != former
            assert ask(folder, "select n from t") == 7
            # The process that took over supervises just as well.
            os.kill(postmaster(folder), signal.SIGKILL)
            assert eventually(lambda: answers(folder))
    assert not servers(folder)


def test_the_second_takes_over_from_the_first_that_stopped(folder: Path) -> None:
    with Holder(folder) as first:
        first.line()
        with Cluster(folder, durable=False) as second:
            assert first.stop() == 0
            assert eventually(lambda: second.supervising and answers(folder))


def test_the_second_process_stops_without_stopping_the_server(folder: Path) -> None:
    with Holder(folder) as first:
        first.line()
        server = postmaster(folder)
        with Holder(folder) as second:
            assert second.line() == "attached"
            assert second.stop() == 0
        with Holder(folder) as third:
            assert third.line() == "attached"
            third.kill()
        assert answers(folder)
        assert postmaster(folder) == server
        assert first.stop() == 0


def test_two_that_start_at_once_on_an_empty_folder_share_one_server(place: Path) -> None:
    folder = place / "db"
    with Holder(folder) as one, Holder(folder) as other:
        assert {one.line(), other.line()} == {"supervising", "attached"}
        assert answers(folder)
        assert one.stop() == 0
        assert other.stop() == 0
    assert not servers(folder)


def test_two_clusters_of_one_process_share_one_server(folder: Path) -> None:
    with Cluster(folder, durable=False) as one, Cluster(folder / ".." / "db", durable=False) as other:
        assert (one.supervising, other.supervising) == (True, False)


def test_a_forked_child_does_not_keep_the_lock_of_its_dead_parent(folder: Path) -> None:
    with Holder(folder, "fork") as first:
        child = int(first.line())
        try:
            first.line()
            first.kill()
            os.kill(child, 0)
            with Cluster(folder, durable=False) as second:
                assert second.supervising
        finally:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def test_takes_over_though_the_former_server_hangs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wellwish.infra.embedded.leftover._QUIT_S", 0.3)
    with Holder(folder) as first:
        first.line()
        os.kill(postmaster(folder), signal.SIGSTOP)
        first.kill()
        with Cluster(folder, durable=False) as second:
            assert second.supervising
            assert answers(folder)


def test_an_attached_process_that_waits_can_stop(folder: Path) -> None:
    with Holder(folder) as first:
        first.line()
        second = Cluster(folder, durable=False)
        second.start()
        thread = threading.Thread(target=second.stop)
        thread.start()
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
        assert answers(folder)
