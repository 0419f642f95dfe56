"""`ww` reaches every operation, and explains every option."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import httpx2
import pytest
from cyclopts import App, Parameter

from tests.clients.test_operations import EXPECTED, answer, targets
from wellwish_sdk import ApiError, Wellwish
from wellwish_sdk.cli import call, profiles
from wellwish_sdk.cli.app import app
from wellwish_sdk.cli.call import Common
from wellwish_sdk.cli.commands import RESOURCES


def commands(parent: App) -> Iterator[Any]:
    """The functions of all commands below an app."""
    for name in parent:
        if not name.startswith("-"):
            below = parent[name]
            if below.default_command is not None:
                yield below.default_command
            yield from commands(below)


def parameters(command: Any) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
    """Name, type and annotations of the parameters, including the common ones."""
    for name, hint in get_type_hints(command, include_extras=True).items():
        if name == "return":
            continue
        if hint is Common:
            yield from parameters(Common)
            continue
        # In `IfMatch | None`, the annotation is on the inner type.
        given = (
            hint
            if get_origin(hint) is Annotated
            else next(x for x in get_args(hint) if get_origin(x) is Annotated)
        )
        yield name, get_args(given)[0], get_args(given)[1:]


def minimal(command: Any, file: Path) -> tuple[list[str], dict[str, Any]]:
    """The required arguments of a command."""
    kinds = {name: kind for name, kind, _ in parameters(command)}
    positional: list[str] = []
    named: dict[str, Any] = {}
    for each in inspect.signature(command).parameters.values():
        if each.default is not each.empty:
            continue
        if each.kind is each.POSITIONAL_ONLY:
            positional.append(str(file))
        elif each.kind is each.POSITIONAL_OR_KEYWORD:
            positional.append("x")
        elif get_origin(kinds[each.name]) is Literal:
            named[each.name] = get_args(kinds[each.name])[0]
        else:
            named[each.name] = {int: 1, list[str]: ["{}"]}.get(kinds[each.name], str(file))
    return positional, named


def test_reaches_every_operation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[httpx2.Request] = []
    transport = httpx2.MockTransport(lambda request: answer(seen, request))

    def client(*pair: str, base_url: str, account: str) -> Wellwish:
        return Wellwish(*pair, base_url=base_url, account=account, http=httpx2.Client(transport=transport))

    file = tmp_path / "picture.png"
    file.write_bytes(b"[]")  # also a list of people
    profile = profiles.Profile(base_url="https://cards.example.com", api_key="k", client_secret="s")
    monkeypatch.setattr(call, "Wellwish", client)
    monkeypatch.setattr(profiles, "chosen", lambda _: profile)
    reached = [command for resource in RESOURCES for command in commands(resource)]
    for command in reached:
        positional, named = minimal(command, file)
        with pytest.raises(ApiError):
            command(*positional, **named)
    assert targets(seen) == EXPECTED
    assert len(reached) == len(EXPECTED)


def test_every_option_and_command_has_a_help() -> None:
    for command in commands(app):
        assert command.__doc__, command
        for name, _, annotations in parameters(command):
            helps = [each.help for each in annotations if isinstance(each, Parameter)]
            assert helps, (command, name)
            assert helps[0], (command, name)
