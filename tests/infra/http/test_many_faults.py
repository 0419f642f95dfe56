"""Bodies with very many errors, and blanks where text is required."""

import json
import time
from typing import Any

import pytest

from tests import make
from tests.world import Person
from wellwish.infra.http.normalise import MAX_FAULTS

pytestmark = pytest.mark.anyio
STRICT = {"Prefer": "handling=strict"}


async def test_forty_thousand_unknown_names_cost_little(alice: Person) -> None:
    """The service looks up the nearest known name only a few times, however many names are unknown."""
    body = await make.body(alice)
    body |= {f"{number:x}": 1 for number in range(22_000)}
    assert len(json.dumps(body)) < 256 * 1024
    began = time.process_time()
    answer = await alice.post("/api/cards", body, headers=STRICT)
    assert time.process_time() - began < 2  # CPU time, independent of other load on the machine
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == MAX_FAULTS
    assert len(answer.content) < 1024 * 1024


@pytest.mark.parametrize("item", [1, {}, []])
async def test_reads_no_item_of_a_list_that_is_too_long(alice: Person, item: object) -> None:
    body = await make.body(alice, recipients=[item] * 60_000)
    answer = await alice.post("/api/cards", body)
    assert [each["code"] for each in answer.json()["errors"]] == ["too_long"]


@pytest.mark.parametrize("blank", ["", "  ", " " * 200])
async def test_a_blank_choice_counts_as_absent(alice: Person, blank: str) -> None:
    body: dict[str, Any] = await make.body(
        alice, moderation=blank, locale=blank, collection={"currency": blank}
    )
    answer = await alice.post("/api/cards", body, headers=STRICT)
    assert answer.status_code == 201, answer.text
    assert answer.json()["moderation"] == "off"
    assert answer.json()["collection"]["currency"] == "USD"


@pytest.mark.parametrize("name", ["status", "created_after"])
async def test_only_strict_handling_refuses_a_blank_parameter(alice: Person, name: str) -> None:
    assert (await alice.get("/api/cards", params={name: ""})).status_code == 200
    refused = await alice.get("/api/cards", params={name: ""}, headers=STRICT)
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == f"?{name}"
