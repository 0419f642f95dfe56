"""Invalid input gets a problem document with pointers to all errors, and changes nothing."""

import json
import time
from typing import Any

import httpx2
import pytest

from tests import make
from tests.world import Person

JSON = {"Content-Type": "application/json"}
STRICT = {"Prefer": "handling=strict"}


async def send(person: Person, content: bytes, **headers: str) -> httpx2.Response:
    return await person.request("POST", "/api/cards", content=content, headers={**JSON, **headers})


def is_problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """Asserts that a response is the expected problem document, and returns it."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["code"] == code
    assert problem["type"] == f"http://localhost:8080/errors/{code}"
    assert problem["request_id"] == answer.headers["Request-Id"]
    assert problem["title"]
    assert problem["detail"]
    return problem


def faults(answer: httpx2.Response) -> dict[str, str]:
    """Returns the code of each error in a response, by its pointer."""
    problem = is_problem(answer, 422, "invalid_request")
    found = {fault["pointer"]: fault["code"] for fault in problem["errors"]}
    assert len(found) == len(problem["errors"]), "a pointer is repeated"
    return found


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b" \n ", id="blank"),
        pytest.param(b"{", id="cut short"),
        pytest.param(b"{'title': 'x'}", id="python"),
        pytest.param(b'{"title": "x"} {}', id="two texts"),
        pytest.param(b'{"title": "\xff\xfe"}', id="invalid UTF-8"),
        pytest.param(b'{"title": "\xed\xa0\x80"}', id="surrogate in UTF-8"),
        pytest.param('{"title": "x"}'.encode("utf-16"), id="UTF-16"),
        pytest.param(b"\xef\xbb\xbf{}", id="byte order mark"),
        pytest.param(b'{"contribution_limit": NaN}', id="NaN"),
        pytest.param(b'{"contribution_limit": Infinity}', id="Infinity"),
        pytest.param(b'{"contribution_limit": -Infinity}', id="minus Infinity"),
        pytest.param(b'{"title": "a\nb"}', id="raw line break in a string"),
        pytest.param(b'{"title": "\x00"}', id="raw NUL in a string"),
        pytest.param(b'{"x": ' + b"[" * 5000 + b"]" * 5000 + b"}", id="5,000 levels of arrays"),
        pytest.param(b'{"x":' * 5000 + b"1" + b"}" * 5000, id="5,000 levels of objects"),
        pytest.param(b'{"x": ' + b"[" * 16 + b"]" * 16 + b"}", id="17 levels"),
        pytest.param(b'{"title": "x", "title": "y"}', id="a member twice"),
        pytest.param(b'{"title": "x", "title": "x"}', id="a member twice with one value"),
        pytest.param(b'{"title": "x", "\\u0074itle": "y"}', id="a member twice, once escaped"),
        pytest.param(b'{"collection": {"add_cash": true, "add_cash": false}}', id="a nested member twice"),
        pytest.param(b'{"recipients": [{"x": 1, "x": 2}]}', id="a member of an item twice"),
        pytest.param(b'{"contribution_limit": ' + b"9" * 5000 + b"}", id="5,000 digits"),
    ],
)
async def test_refuses_invalid_json(content: bytes, alice: Person) -> None:
    is_problem(await send(alice, content), 400, "malformed_json")


async def test_takes_one_name_in_two_objects(alice: Person) -> None:
    body = {**await make.body(alice), "recipients": [{"name": "Maya"}, {"name": "Maya"}]}
    assert (await alice.post("/api/cards", body)).status_code == 201


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("content", [b"[]", b"null", b"true", b"0", b'"title"', b"[{}]"])
async def test_refuses_a_body_that_is_no_object(content: bytes, alice: Person) -> None:
    assert faults(await send(alice, content)) == {"": "wrong_type"}


async def test_takes_sixteen_levels(alice: Person) -> None:
    body = {**await make.body(alice), "unknown": json.loads("[" * 15 + "]" * 15)}
    assert (await alice.post("/api/cards", body)).status_code == 201


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "application/xml"},
        {"Content-Type": "application/jsonp"},
        {"Content-Type": "text/json"},
        {"Content-Type": ""},
        {"Content-Type": "application/json; charset=latin-1"},
        {"Content-Type": "application/json", "Content-Encoding": "gzip"},
    ],
    ids=str,
)
async def test_refuses_another_media_type(headers: dict[str, str], alice: Person) -> None:
    is_problem(await send(alice, b"{}", **headers), 415, "unsupported_media_type")


@pytest.mark.parametrize("media", ["application/json; charset=utf-8", 'APPLICATION/JSON;charset="UTF-8"'])
async def test_takes_json_by_any_of_its_spellings(media: str, alice: Person) -> None:
    content = json.dumps(await make.body(alice)).encode()
    assert (await send(alice, content, **{"Content-Type": media})).status_code == 201


@pytest.mark.usefixtures("unchanged")
async def test_refuses_five_megabytes(alice: Person) -> None:
    content = b'{"title": "' + b"x" * 5_000_000 + b'"}'
    is_problem(await send(alice, content), 413, "body_too_large")


@pytest.mark.usefixtures("unchanged")
async def test_refuses_a_byte_more_than_256_kib(alice: Person) -> None:
    frame = b'{"title": ""}'
    largest = b'{"title": "' + b"x" * (256 * 1024 - len(frame)) + b'"}'
    assert len(largest) == 256 * 1024
    assert "/title" in faults(await send(alice, largest))
    is_problem(await send(alice, largest + b" "), 413, "body_too_large")


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("title", 1, "wrong_type"),
        ("title", True, "wrong_type"),
        ("title", [], "wrong_type"),
        ("title", {}, "wrong_type"),
        ("title", "", "required"),
        ("title", "   ", "required"),
        ("title", None, "required"),
        ("title", "x" * 256, "too_long"),
        ("sender", "x" * 256, "too_long"),
        ("collection", [], "wrong_type"),
        ("collection", "x", "wrong_type"),
        ("collection", None, "required"),
        ("card_type", True, "wrong_type"),
        ("card_type", False, "wrong_type"),
        ("card_type", "birthday", "invalid_value"),
        ("card_type", 1.5, "wrong_type"),
        ("card_type", 3, "out_of_range"),
        ("card_type", -1, "out_of_range"),
        ("card_type", 1e300, None),
        ("card_type", 2**63, None),
        ("card_type", 2**64, None),
        ("contribution_limit", -1, "out_of_range"),
        ("contribution_limit", 10_001, "out_of_range"),
        ("contribution_limit", True, "wrong_type"),
        ("auto_reminders", 1, "wrong_type"),
        ("auto_reminders", 0, "wrong_type"),
        ("auto_reminders", "yes", "wrong_type"),
        ("public_read", "yes", "wrong_type"),
        ("recipients", {}, "wrong_type"),
        ("recipients", "Maya", "wrong_type"),
        ("recipients", [{}] * 51, "too_long"),
        ("recipient_email", "maya", "invalid_value"),
        ("recipient_email", "maya@example.com\r\nBcc: eve@example.com", "control_character"),
        ("recipient_email", f"{'m' * 250}@example.com", "too_long"),
        ("contribution_end_date", "2020-01-01", "in_the_past"),
        ("contribution_end_date", "soon", "invalid_value"),
        ("contribution_end_date", "2027-02-30", "invalid_value"),
        ("contribution_end_date", "2027-01-01T25:00:00Z", "invalid_value"),
        ("contribution_end_date", "9999-12-31", "invalid_value"),
        ("contribution_end_date", 1798761600, "wrong_type"),
        ("timezone", "Mars/Olympus", "invalid_value"),
        ("timezone", "../etc/passwd", "invalid_value"),
        ("locale", "english please", "invalid_value"),
        ("palette", "no such palette", "invalid_value"),
        ("moderation", "sometimes", "invalid_value"),
        ("cover_text", ["a", "b", "c", "d"], "too_long"),
        ("extra_data", "x" * 8193, "too_long"),
        ("extra_data", "é" * 4097, "invalid_value"),
        ("extra_data", {}, "wrong_type"),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_refuses_a_wrong_value(field: str, value: Any, code: str | None, alice: Person) -> None:
    found = faults(await alice.post("/api/cards", {**await make.body(alice), field: value}))
    assert list(found) == [f"/{field}"]
    assert code is None or found[f"/{field}"] == code


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("currency", "ABC"),
        ("currency", "XAU"),
        ("currency", "EURO"),
        ("currency", 978),
        ("add_money", "my friends"),
        ("see_total", "somebody"),
        ("see_contributors", "contributor's"),
        ("add_money", True),
        ("add_money", 0),
        ("add_cash", "yes"),
        ("restrict_cash", 1),
        ("see_contributor_names", True),
        ("see_contributor_names", 4),
        ("see_contributor_names", "nobody"),
        ("suggested_amounts", [1, 2, 3, 4, 5]),
        ("suggested_amounts", 5),
        ("min_amount", 0),
        ("goal_amount", 10.5),
    ],
)
async def test_refuses_a_wrong_setting(field: str, value: Any, alice: Person) -> None:
    found = faults(await alice.post("/api/cards", await make.body(alice, collection={field: value})))
    assert list(found) == [f"/collection/{field}"]


@pytest.mark.usefixtures("unchanged")
async def test_lists_the_words_for_an_audience(alice: Person) -> None:
    answer = await alice.post("/api/cards", await make.body(alice, collection={"add_money": "friends"}))
    detail = answer.json()["errors"][0]["detail"]
    assert all(word in detail for word in ("everyone", "contributors", "recipient", "admins", "nobody"))


@pytest.mark.usefixtures("unchanged")
async def test_reports_all_faults_of_a_body_at_once(alice: Person) -> None:
    body = {
        "title": 5,
        "template_id": "a\u0000b",
        "collection": {"currency": "ABC", "add_cash": 1, "suggested_amounts": [5, "x", True]},
        "recipients": [{"email": "nobody"}, "Maya", {"name": 1, "locale": "??"}, {}],
        "recipient_email": "",
        "card_type": True,
        "audio_file": {"url": "ftp://example.com/a.mp3", "name": []},
    }
    assert faults(await alice.post("/api/cards", body)) == {
        "/title": "wrong_type",
        "/sender": "required",
        "/template_id": "control_character",
        "/collection/currency": "invalid_value",
        "/collection/add_cash": "wrong_type",
        "/collection/suggested_amounts/1": "wrong_type",
        "/collection/suggested_amounts/2": "wrong_type",
        "/recipients/0/email": "invalid_value",
        "/recipients/1": "wrong_type",
        "/recipients/2/name": "wrong_type",
        "/recipients/2/locale": "invalid_value",
        "/card_type": "wrong_type",
        "/audio_file/url": "invalid_value",
        "/audio_file/name": "wrong_type",
    }


@pytest.mark.usefixtures("unchanged")
async def test_points_at_the_phone_that_the_client_sent(alice: Person) -> None:
    body = await make.body(
        alice,
        recipient="Maya",
        recipients=[{"name": "Noor", "phone": "12"}, {"name": "Maya"}, {"name": "Eli", "phone": "+12"}],
    )
    found = faults(await alice.post("/api/cards", body))
    assert found == {"/recipients/0/phone": "invalid_value", "/recipients/2/phone": "invalid_value"}


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    "content",
    [
        pytest.param({f"a{index}": 0 for index in range(20_000)}, id="20,000 unknown fields"),
        pytest.param({"recipients": [{}] * 60_000}, id="60,000 recipients"),
        pytest.param({"recipients": [1] * 80_000}, id="80,000 wrong recipients"),
        pytest.param({"recipients": [{"email": "x"}] * 15_000}, id="15,000 faults"),
        pytest.param({"cover_text": ["\n"] * 30_000}, id="30,000 control characters"),
        pytest.param({"x" * 250_000: 1}, id="a long name"),
        pytest.param({"title": "\u0301" * 40_000}, id="40,000 combining accents"),
        pytest.param({"recipient_email": "a@" + "b." * 60_000}, id="a long address"),
        pytest.param({"extra_data": "\u0301\u0323" * 4000}, id="accents to sort"),
    ],
)
async def test_refuses_expensive_input_within_a_second(content: Any, alice: Person) -> None:
    """A single request of at most 256 KiB must not keep a server busy."""
    raw = json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()
    assert len(raw) <= 256 * 1024
    began = time.process_time()
    answer = await send(alice, raw)
    assert time.process_time() - began < 1  # CPU time, independent of other load on the machine
    assert answer.status_code == 422
    assert len(answer.content) <= 1024 * 1024
