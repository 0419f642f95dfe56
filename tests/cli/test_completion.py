"""The shells complete commands and options."""

import shutil
import subprocess

import pytest

from tests.commands import wellwish

GIVEN = {"DATABASE_URL": "unused"}
# Completes the words of $@ as bash does, and prints the choices.
COMPLETE = r"""
source /dev/stdin
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
spec=$(complete -p wellwish)
[[ $spec =~ -F\ ([^ ]+) ]] && "${BASH_REMATCH[1]}" wellwish "${@: -1}" "${@: -2:1}"
printf '%s\n' "${COMPREPLY[@]}"
"""


def completed(script: str, *words: str) -> set[str]:
    ended = subprocess.run(
        ["bash", "-c", COMPLETE, "bash", *words], input=script, capture_output=True, text=True, check=True
    )
    return {each.strip() for each in ended.stdout.splitlines()}


def test_bash_completes_groups_commands_and_options() -> None:
    ended = wellwish(GIVEN, "completion", "bash")
    assert ended.returncode == 0, ended.stderr
    assert {"account", "jobs", "migrate"} <= completed(ended.stdout, "wellwish", "")
    assert completed(ended.stdout, "wellwish", "jobs", "s") == {"show"}
    assert {"--plan", "--check"} <= completed(ended.stdout, "wellwish", "migrate", "--")
    assert "jobs" not in completed(ended.stdout, "wellwish", "x")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_a_script_that_they_can_read(shell: str) -> None:
    ended = wellwish(GIVEN, "completion", shell)
    assert ended.returncode == 0, ended.stderr
    assert "set-return-origins" in ended.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=ended.stdout, text=True, check=True)


def test_another_shell_is_refused() -> None:
    ended = wellwish(GIVEN, "completion", "tcsh")
    assert ended.returncode == 2
    assert "tcsh" in ended.stdout + ended.stderr
