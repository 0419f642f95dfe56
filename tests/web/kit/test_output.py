"""Templates escape every value that is not HTML already."""

from typing import Any

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from wellwish.web.kit.output import Output

PAGE = (
    "{% macro twice(x) %}{{ x }}{{ x }}{% endmacro %}"
    "{% set kept %}<b>{{ value }}</b>{% endset %}"
    "{{ value }} {{ twice(value) }} {{ kept }} {{ value ~ '<' }} "
    "{% for each in [value] %}{{ each }}{% endfor %}"
)


class _Html:
    def __html__(self) -> str:
        return "<i>"


class _Subclass(Markup):
    pass


def rendered(generator: type[CodeGenerator], **values: Any) -> str:
    made = Environment(loader=DictLoader({"page": PAGE}), autoescape=True, undefined=StrictUndefined)
    made.code_generator_class = generator
    return made.get_template("page").render(**values)


@pytest.mark.parametrize(
    "value",
    ["<script>&\"'", Markup("<b>"), _Subclass("<b>"), _Html(), 1, None, ["<"], "", "plain", {"<": ">"}],
    ids=lambda value: type(value).__name__,
)
def test_writes_what_jinja_writes(value: object) -> None:
    assert rendered(Output, value=value) == rendered(CodeGenerator, value=value)


def test_escapes_text_and_keeps_html() -> None:
    assert "<script>" not in rendered(Output, value="<script>")
    assert rendered(Output, value=Markup("<hr>")).startswith("<hr> ")


def test_refuses_a_value_that_is_missing() -> None:
    with pytest.raises(UndefinedError):
        rendered(Output)
