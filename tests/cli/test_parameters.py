"""Every command prints JSON if asked, and every parameter has a help text."""

from collections.abc import Iterator

from cyclopts import App

from wellwish.cli.app import app

# Commands that run until they are stopped, read a mail, or print text in another format.
WITHOUT_JSON = {"serve", "work", "bounce", "completion", "openapi"}


def commands(of: App, path: str = "") -> Iterator[tuple[str, App]]:
    """Yields every command with its name."""
    for name in of:
        if not name.startswith("-"):
            yield from commands(of[name], f"{path}{name} ")
            if of[name].default_command is not None:
                yield f"{path}{name}", of[name]


def test_every_command_has_json_and_every_parameter_help() -> None:
    found = dict(commands(app))
    assert len(found) > 40
    arguments = {name: list(each.assemble_argument_collection()) for name, each in found.items()}
    silent = {
        f"{name} {each.name}"
        for name, listed in arguments.items()
        for each in listed
        if not each.parameter.help
    }
    assert not silent
    plain = {
        name
        for name, listed in arguments.items()
        if not any("--json" in (each.names or ()) for each in listed)
    }
    assert plain == WITHOUT_JSON
