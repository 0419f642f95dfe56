"""Create a group."""

import asyncio
from typing import Any

import pytest

from tests.world import Person

pytestmark = pytest.mark.anyio


def pointers(answer: Any) -> list[str]:
    return [fault["pointer"] for fault in answer.json()["errors"]]


async def test_saves_a_group(alice: Person) -> None:
    members = [
        {"name": "Ana", "email": "Ana@Example.com", "phone": None},
        {"name": None, "email": None, "phone": "+442079460958"},
    ]
    answer = await alice.post("/api/groups", {"name": "Team", "external_id": "t-1", "members": members})
    assert answer.status_code == 201
    made = answer.json()
    assert made["object"] == "group"
    assert made["id"].startswith("grp_")
    assert (made["name"], made["external_id"], made["kind"], made["members_count"]) == (
        "Team",
        "t-1",
        "people",
        2,
    )
    assert made["members"] == [{**members[0], "email": "Ana@example.com"}, members[1]]
    assert answer.headers["ETag"] == '"1"'
    assert (await alice.get(f"/api/groups/{made['id']}")).json() == made


async def test_a_group_may_be_empty_and_of_a_channel(alice: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "#birthdays", "kind": "channel"})).json()
    assert (made["kind"], made["members"], made["members_count"]) == ("channel", [], 0)


async def test_resolves_phones_by_the_country_of_the_account(alice: Person) -> None:
    await alice.world.owner.execute("update accounts set country = 'GB' where id = $1", alice.account_id)
    answer = await alice.post("/api/groups", {"name": "Team", "members": [{"phone": "020 7946 0958"}]})
    assert answer.json()["members"][0]["phone"] == "+442079460958"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": None}, ["/name"]),
        ({"name": " "}, ["/name"]),
        ({"name": "two\nlines"}, ["/name"]),
        ({"kind": "crowd"}, ["/kind"]),
        ({"members": [{"name": "Ana"}, {"email": "b@example.com"}, {}]}, ["/members/0", "/members/2"]),
        (
            {"members": [{"email": "no address"}, {"email": "also none"}]},
            ["/members/0/email", "/members/1/email"],
        ),
        ({"members": [{"phone": "020 7946 0958"}, {"phone": "1"}]}, ["/members/0/phone", "/members/1/phone"]),
        ({"members": ["ana@example.com"]}, ["/members/0"]),
        ({"member": []}, ["/member"]),
    ],
)
async def test_refuses_invalid_bodies(alice: Person, fields: dict[str, Any], expected: list[str]) -> None:
    answer = await alice.post("/api/groups", {"name": "Team", "members": []} | fields)
    assert answer.status_code == 422
    assert pointers(answer) == expected
    assert (await alice.get("/api/groups")).json()["data"] == []


async def test_takes_ten_thousand_members_and_no_more(alice: Person) -> None:
    members = [
        {"name": f"Person Number {index}", "email": f"person.number{index}@example.com"}
        for index in range(10_001)
    ]
    refused = await alice.post("/api/groups", {"name": "Team", "members": members})
    assert refused.status_code == 422
    assert pointers(refused) == ["/members"]
    answer = await alice.post("/api/groups", {"name": "Team", "members": members[:-1]})
    assert answer.status_code == 201
    assert answer.json()["members_count"] == 10_000


async def test_refuses_a_body_over_two_mebibytes(alice: Person) -> None:
    answer = await alice.post("/api/groups", {"name": "x" * (2 * 1024 * 1024)})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    assert "2048 KiB" in answer.json()["detail"]


async def test_a_name_is_unique_in_the_account(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "Team"})).json()
    answer = await alice.post("/api/groups", {"name": "Team"})
    assert (answer.status_code, answer.json()["code"]) == (409, "group_name_exists")
    assert answer.json()["group_id"] == made["id"]
    assert (await mallory.post("/api/groups", {"name": "Team"})).status_code == 201


async def test_an_external_id_is_unique_in_the_account(alice: Person, mallory: Person) -> None:
    made = (await alice.post("/api/groups", {"name": "Team", "external_id": "t"})).json()
    answer = await alice.post("/api/groups", {"name": "Other", "external_id": "t"})
    assert (answer.status_code, answer.json()["code"]) == (409, "external_id_exists")
    assert answer.json()["group_id"] == made["id"]
    assert (await mallory.post("/api/groups", {"name": "Team", "external_id": "t"})).status_code == 201


async def test_of_many_at_once_one_gets_the_name(alice: Person) -> None:
    answers = await asyncio.gather(*(alice.post("/api/groups", {"name": "Team"}) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7


async def test_the_same_key_saves_once(alice: Person) -> None:
    first = await alice.post("/api/groups", {"name": "Team"}, key="g1")
    second = await alice.post("/api/groups", {"name": "Team"}, key="g1")
    assert first.content == second.content
