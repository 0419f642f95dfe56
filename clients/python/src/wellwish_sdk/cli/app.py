"""The command `ww`: its commands, error messages and exit statuses.

Exit status: 0 success, 2 usage, 3 refused, 4 not found, 5 unavailable, 130 interrupted.
"""

import os
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated, Final, Literal, get_args

from cyclopts import App, CycloptsError, Parameter

from wellwish_sdk import errors
from wellwish_sdk.cli import clock, listen, login, mcp, receipt, rotate, sync, trigger
from wellwish_sdk.cli.commands import RESOURCES, credentials, people
from wellwish_sdk.cli.console import say
from wellwish_sdk.cli.values import UsageError

USAGE: Final = 2
REFUSED: Final = 3
ABSENT: Final = 4
UNAVAILABLE: Final = 5
INTERRUPTED: Final = 130  # 128 plus the number of SIGINT, as shells report it


def _version() -> str:
    try:
        return version("wellwish-sdk")
    except PackageNotFoundError:  # run from the source
        return "0"


app: Final = App(
    name="ww",
    help="Wellwish on the command line. Start with: ww login",
    version=_version(),
    suppress_keyboard_interrupt=False,  # `run` returns the status
)
app.command(login.login)
app.command(login.logout)
app.command(login.list_profiles, name="profiles")
app.command(listen.listen)
app.command(mcp.mcp)
app.command(trigger.trigger)
app.command(clock.clock)
app.command(receipt.receipt)
credentials.command(rotate.rotate)
people.command(sync.sync)
for each in RESOURCES:
    app.command(each)


@app.command
def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="Shell that reads the script.")],
) -> None:
    """Print a script that completes commands and options. For bash, add to ~/.bashrc:

    source <(ww completion bash)
    """
    sys.stdout.write(app.generate_completion(shell=shell))


def run(words: Sequence[str] | None = None) -> int:
    """Runs the command in ``words``, or in the process's arguments, and returns the exit status."""
    try:
        given = _with_values(sys.argv[1:] if words is None else words)
        app(given, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        say(f"{error} See: ww {' '.join((*(error.command_chain or ()), '--help'))}")
        return USAGE
    except (UsageError, ValueError) as error:
        say(str(error))
        return USAGE
    except EOFError:
        say("The input ended before it was complete.")
        return USAGE
    except errors.ApiError as error:
        say(_explained(error))
        return _status(error)
    except errors.WellwishError as error:
        say(f"{error} ({error.code})")
        return UNAVAILABLE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has ended; Python would flush again at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0


def _with_values(words: Sequence[str]) -> list[str]:
    """Returns the words with `true` or `false` after a flag as its value: `--can-update true`."""
    if not {"true", "false"} & {word.lower() for word in words}:
        return list(words)
    _, apps, _ = app.parse_commands(list(words))
    if apps[-1].default_command is None:
        return list(words)
    flags = {
        name
        for argument in apps[-1].assemble_argument_collection(parse_docstring=False)
        if bool in (argument.hint, *get_args(argument.hint))
        for name in argument.names
    }
    made: list[str] = []
    for word in words:
        if made and made[-1] in flags and word.lower() in ("true", "false"):
            made[-1] = f"{made[-1]}={word.lower()}"
        else:
            made.append(word)
    return made


def _status(error: errors.ApiError) -> int:
    if isinstance(error, errors.Unavailable | errors.RateLimited) or error.code == "unexpected_response":
        return UNAVAILABLE
    return ABSENT if isinstance(error, errors.NotFound) else REFUSED


def _explained(error: errors.ApiError) -> str:
    """Describes the error and its remedy. A fault of a field names the option that sets it."""
    lines = [f"{error.title}. {error.detail}"]
    for fault in error.faults:
        pointer = fault.pointer or "request"
        option = (
            f"--{pointer[1:].replace('/', '.').replace('_', '-')}" if pointer.startswith("/") else pointer
        )
        lines.append(f"  {option}: {fault.detail}")
    if isinstance(error, errors.AuthenticationFailed):
        lines.append("Run ww login with a valid key pair.")
    if error.retry_after_s is not None:
        lines.append(f"Retry in {error.retry_after_s:.0f} s.")
    request = f", request: {error.request_id}" if error.request_id else ""
    lines.append(f"Code: {error.code}, status: {error.status}{request}")
    return "\n".join(lines)
