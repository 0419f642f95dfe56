"""The examples match a real run, and each is valid for its schema.

With WELLWISH_RECORD=FILE, writes the examples of this run to that file instead of comparing them
(script/generate).
"""

import ast
import json
import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from jsonschema import Draft202012Validator

from tests.guards.places import place
from tests.infra.openapi.journey import ROUTES, travel
from tests.infra.openapi.tidy import BEGIN
from tests.later import another_time
from tests.world import World
from wellwish.base import clock
from wellwish.base.errors import CATALOGUE
from wellwish.infra import openapi
from wellwish.infra.http import Binary, Csv, Html, Ndjson, Zip
from wellwish.infra.openapi import problems
from wellwish.infra.openapi.token import OPERATION_ID as EXCHANGE
from wellwish.routes import OPERATIONS

pytestmark = pytest.mark.anyio

FILE = Path(openapi.__file__).with_name("examples.json")
FILES = {each.media_type for each in (Binary, Csv, Html, Ndjson, Zip)}  # not JSON, so without a schema
DOCUMENT = openapi.document(OPERATIONS)
ALL = {
    operation["operationId"]: operation for path in DOCUMENT["paths"].values() for operation in path.values()
}


async def test_examples_are_what_a_run_gives(world: World) -> None:
    with another_time():
        clock.move(BEGIN - clock.now())
        await world.empty()
        await world.settle()  # so that its rows have the recorded date, too
        world.alice.token = await world.alice.exchange()
        # Another test of this worker may have loaded the catalogues again.
        for table in ("bundles", "templates"):
            await world.owner.execute(f"update {table} set created_at = $1, updated_at = $1", BEGIN)
        found = await travel(world)
    missing = {*ROUTES, EXCHANGE} - found.keys()
    assert not missing, f"{place('tests/infra/openapi/journey.py', 'async def travel(')}: call {missing}"
    assert found.keys() == {*ROUTES, EXCHANGE}
    if file := os.environ.get("WELLWISH_RECORD"):
        await anyio.Path(file).write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
        return
    assert json.loads(FILE.read_text()) == found, "run script/generate examples openapi"


def validator(schema: dict[str, Any]) -> Draft202012Validator:
    return Draft202012Validator(
        {**schema, "components": DOCUMENT["components"]}, format_checker=Draft202012Validator.FORMAT_CHECKER
    )


TRIED = "#/components/responses/Tried"


def resolved(value: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in value:
        return value
    found: Any = DOCUMENT
    for part in value["$ref"].removeprefix("#/").split("/"):
        found = found[part]
    return found


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_operation_has_examples_that_fit(name: str) -> None:
    operation = ALL[name]
    example = openapi.EXAMPLES[name]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        assert content.get("example") == example.request
        validator(content["schema"]).validate(example.request)
    # A dry run has the response of the call, or its own if the call returns nothing.
    references = {each["$ref"] for status, each in operation["responses"].items() if status.startswith("2")}
    [reference] = references - ({TRIED} if "204" in operation["responses"] else set())
    for media_type, content in resolved({"$ref": reference}).get("content", {}).items():
        if media_type in FILES:
            assert isinstance(example.response, str)
        else:
            validator(content["schema"]).validate(example.response)
    for parameter in map(resolved, operation["parameters"]):
        if "example" in parameter:
            validator(parameter["schema"]).validate(parameter["example"])
        else:
            assert parameter["in"] == "query", f"{name}: {parameter['name']} has no example"


def test_documents_every_member_that_a_refusal_adds() -> None:
    """Reads the members from the source, because examples and fuzzed requests do not cause every refusal."""
    source = Path(openapi.__file__).parents[2]
    added = {
        key.value
        for file in source.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "members"
        for each in ast.walk(node.value)
        if isinstance(each, ast.Dict)
        for key in each.keys
        if isinstance(key, ast.Constant)
    }
    assert {"card_id", "invite_id"} <= added
    assert added <= DOCUMENT["components"]["schemas"]["Problem"]["properties"].keys()


def test_problem_examples_are_what_the_service_says() -> None:
    """The error catalogue and the problem writer produce exactly these members."""
    schema = {"$ref": "#/components/schemas/Problem"}
    for code in CATALOGUE:
        example = problems.example(code)
        assert example["code"] == code
        assert list(example)[:6] == ["type", "title", "status", "detail", "code", "request_id"]
        validator(schema).validate(example)
