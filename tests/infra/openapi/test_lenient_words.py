"""The document describes in words what lenient handling accepts in addition to its schemas."""

from collections.abc import Iterator

from wellwish.infra.http.plan import StructPlan, plan_of
from wellwish.infra.openapi.document import document
from wellwish.routes import OPERATIONS


def lenient_names(plan: StructPlan) -> Iterator[str]:
    """Yields the other names and the parts of all fields, also of inner objects."""
    for field in plan.fields.values():
        yield from (*field.lenient.names, *field.lenient.parts)
        inner = field.struct or (field.item.struct if field.item is not None else None)
        if inner is not None:
            yield from lenient_names(inner)


def test_names_every_other_name_and_code() -> None:
    described = document(OPERATIONS)["info"]["description"]
    plans = [
        plan_of(route.body_type) for route in OPERATIONS if route.lenient and route.body_type is not None
    ]
    names = {name for plan in plans for name in lenient_names(plan)}
    assert {"limit", "is_public", "first_name", "mobile"} <= names
    codes = {
        "moved", "renamed", "converted", "ignored", "unknown_field", "unknown_parameter", "contradiction",
        "unsupported_parameter",
    }  # fmt: skip
    assert [each for each in sorted(names | codes) if f"`{each}`" not in described] == []


def test_no_other_name_is_the_name_of_a_field_next_to_it() -> None:
    for route in OPERATIONS:
        plan = plan_of(route.body_type) if route.body_type is not None else StructPlan({}, is_change=False)
        levels = [plan] if plan.inner is None else [plan, plan.inner[1]]
        fields = [name for level in levels for name in level.fields]
        assert len(fields) == len({*fields})
        assert not {*fields} & {name for level in levels for name in (*level.synonyms, *level.joined)}
