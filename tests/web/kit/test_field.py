"""Form fields: limits of the parsing struct, errors by pointer, and the output of the macros."""

from typing import Annotated, Any

import pytest

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.http import Body, line, text, whole
from wellwish.infra.http.read import convert
from wellwish.web.kit.field import Fields, by_id
from wellwish.web.kit.page import _ENVIRONMENTS


class Person(Body, frozen=True, kw_only=True):
    email: Annotated[str, line(254, "Address.", required=True)]
    age: Annotated[int, whole(1, 150, "Age in years.")] | None = None


class Party(Body, frozen=True, kw_only=True):
    title: Annotated[str, line(40, "Title.", required=True)]
    message: Annotated[str, text(500, "Message.")] = ""
    host: Person
    guests: list[Person] = []


def drawn(fields: Fields, pointer: str, **given: object) -> str:
    macros: Any = _ENVIRONMENTS["en"].get_template("kit/field.html").module
    return str(macros.field(fields[pointer], "Label", **given))


def test_takes_the_limits_of_the_struct() -> None:
    fields = Fields(Party, {"/title": 'A "party" <b>'}, {})
    title = drawn(fields, "/title")
    assert 'id="title" name="title" maxlength="40" required' in title
    assert 'value="A &#34;party&#34; &lt;b&gt;"' in title
    assert "aria-invalid" not in title
    assert "<textarea" in drawn(fields, "/message")
    age = drawn(fields, "/host/age")
    assert 'type="number"' in age
    assert 'min="1" max="150"' in age
    assert "required" not in age
    assert 'id="guests-3-email"' in drawn(fields, "/guests/3/email")


def test_marks_the_fault_of_a_field_by_its_pointer() -> None:
    with pytest.raises(InvalidRequest) as refused:
        convert({"host": {"email": "x" * 300}}, Party, strict=True, warnings=[])
    faults = by_id(refused.value.faults)
    assert faults.keys() == {"title", "host-email"}
    fields = Fields(Party, {}, faults)
    title = drawn(fields, "/title", hint="On the first page")
    assert 'aria-invalid="true" aria-describedby="title-hint title-fault"' in title
    assert '<p class="p-hint" id="title-hint">On the first page</p>' in title
    assert "This field is required." in title
    assert "autofocus" not in title
    assert "aria-invalid" not in drawn(fields, "/message")


def test_gives_the_focus_to_the_only_fault() -> None:
    only = drawn(Fields(Party, {}, {"title": "Wrong"}), "/title")
    assert "autofocus" in only
    assert 'role="alert"' in only
    first = drawn(Fields(Party, {}, {"title": "Wrong", "photo": "Wrong, too"}), "/title")
    assert "autofocus" not in first


def test_passes_other_attributes_on() -> None:
    fields = Fields(Party, {}, {}, {"/host/email": "email"})
    email = drawn(fields, "/host/email", type="email", autocomplete="email", dir="ltr")
    assert 'id="email" name="email"' in email
    assert 'autocomplete="email" dir="ltr" type="email"' in email
    assert 'dir="auto"' not in email


@pytest.mark.parametrize("pointer", ["/lost", "/host/lost", "/title/0", "/guests/x/email", ""])
def test_refuses_a_pointer_that_the_struct_does_not_have(pointer: str) -> None:
    with pytest.raises(KeyError):
        Fields(Party, {}, {})[pointer]


def test_keeps_the_first_fault_of_a_field() -> None:
    faults = [Fault("/a", "x", "One"), Fault("/a", "y", "Two"), Fault("", "z", "Whole")]
    assert by_id(faults) == {"a": "One", "": "Whole"}
