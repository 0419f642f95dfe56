"""The imports of processes: each module costs every process memory and startup time."""

import subprocess
import sys

import pytest


def imported(module: str) -> set[str]:
    """Returns the modules that a new process has loaded after importing this one."""
    code = f"import sys, {module}; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {*found.stdout.split()}


@pytest.mark.process
def test_the_parent_of_a_server_has_no_application() -> None:
    assert not imported("wellwish.cli.app") & {
        "wellwish.app",
        "wellwish.worker",
        "starlette",
        "aiohttp",
        "jinja2",
    }


@pytest.mark.process
def test_the_http_client_waits_for_the_first_call() -> None:
    found = imported("wellwish.cli.process")
    assert "aiohttp" not in found
    assert found >= {"wellwish.app", "wellwish.worker", "starlette"}, "the control"
