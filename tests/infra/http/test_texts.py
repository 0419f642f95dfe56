"""Allowed characters in text: everything that people write, and no control characters."""

import pytest

from tests import make
from tests.infra.http.test_bad_input import faults, send
from tests.world import Person


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\\u0000", "control_character"),
        ("a\\u0000b", "control_character"),
        ("\\ud800", "control_character"),
        ("a\\udc00", "control_character"),
        ("\\udc00\\ud800", "control_character"),
        ("\\r\\n", "control_character"),
        ("Maya\\r\\nBcc: eve@example.com", "control_character"),
        ("a\\nb", "control_character"),
        ("a\\tb", "control_character"),
        ("a\\u001bb", "control_character"),
        ("a\\u007fb", "control_character"),
        ("a\\u0085b", "control_character"),
        ("a\\u2028b", "control_character"),
    ],
)
@pytest.mark.parametrize("field", ["title", "sender", "recipient", "external_id"])
async def test_refuses_control_characters_in_a_line(field: str, text: str, code: str, alice: Person) -> None:
    assert faults(await send(alice, f'{{"{field}": "{text}"}}'.encode()))[f"/{field}"] == code


@pytest.mark.usefixtures("unchanged")
@pytest.mark.parametrize("text", ["\\u0000", "\\ud800", "\\u0007", "\\u000b", "\\u001b[31m"])
async def test_refuses_control_characters_in_a_text(text: str, alice: Person) -> None:
    found = faults(await send(alice, f'{{"extra_data": "{text}"}}'.encode()))
    assert found["/extra_data"] == "control_character"


@pytest.mark.parametrize(
    "name",
    [
        "Zoë 🎂👩‍👩‍👧‍👦🏳️‍🌈",
        "مايا حسن",
        "מאיה",
        "\u202emaya\u202c",
        "सुनीता",
        "王小明",
        "O'Brien; drop table cards; --",
        "<script>alert(1)</script>",
        "%00%0a{}{{}}${}",
        "\U0001f468\u200d\U0001f469",
        "\ufeffMaya",
        "x" * 255,
    ],
)
async def test_accepts_any_real_name(name: str, alice: Person) -> None:
    card = await make.card(alice, title=name, sender=name, recipient=name)
    assert (card["title"], card["sender"], card["recipient"]) == (name, name, name)
    again = (await alice.get(f"/api/cards/{card['id']}")).json()
    assert (again["title"], again["recipients"][0]["name"]) == (name, name)


async def test_trims_and_composes_text(alice: Person) -> None:
    card = await make.card(alice, title="  Zoe\u0308 \u3000", sender="A\u030a", recipient="   ")
    assert (card["title"], card["sender"], card["recipient"]) == ("Zoë", "Å", None)
