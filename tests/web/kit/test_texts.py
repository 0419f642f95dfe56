"""Template texts translated once equal texts translated at each rendering."""

from typing import Any, cast

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from jinja2.exceptions import UndefinedError
from jinja2.ext import InternationalizationExtension

from tools import translations
from wellwish.base.language import LANGUAGES, Language
from wellwish.web.kit.page import _ENVIRONMENTS
from wellwish.web.kit.texts import LiteralTexts, Texts


def environment(language: Language, *extensions: Any, **templates: str) -> Environment:
    made = Environment(
        loader=DictLoader(templates), autoescape=True, undefined=StrictUndefined,
        extensions=[InternationalizationExtension, *extensions],
    )  # fmt: skip
    cast("Any", made).install_gettext_callables(language.gettext, language.ngettext, newstyle=True)
    cast("Any", made.globals)["texts"] = Texts(language.gettext)
    return made


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_each_text_is_that_of_a_call(code: str) -> None:
    known = [text for text in translations.gathered() if isinstance(text, str) and "%" not in text]
    assert len(known) > 500
    template = _ENVIRONMENTS[code].from_string("{{ _(text) }}")
    texts = Texts(LANGUAGES[code].gettext)
    assert [texts[text] for text in known] == [template.render(text=text) for text in known]


@pytest.mark.parametrize(
    "source",
    [
        "{{ _('Sign the card') }}",
        '{{ _("It\'s <b> & 100%% sure") }}',
        "<p title=\"{{ _('Sign the card') }}\">{% set a = _('Remove') %}{{ a }}{{ _('Remove') ~ '<' }}",
        "{{ _('%(count)s notes', count=3) }} {{ ngettext('%(n)s note', '%(n)s notes', 2, n='<2>') }}",
        "{{ _('a' 'b') }} {{ _(name) }} {{ _('a' ~ name) }} {{ [_('a'), _('b')] | join('<') }}",
        "{% trans count=2 %}{{ count }} notes{% endtrans %}{{ (_('yes') if 1 else _('no')) | upper }}",
    ],
)
@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_renders_the_same_as_a_call(source: str, code: str) -> None:
    language = LANGUAGES[code]
    rendered = [
        environment(language, *extensions, page=source).get_template("page").render(name="<Ana>")
        for extensions in ([], [LiteralTexts])
    ]
    assert rendered[0] == rendered[1]


def test_translates_a_text_once() -> None:
    asked: list[str] = []

    def translate(text: str) -> str:
        asked.append(text)
        return text

    made = environment(LANGUAGES["en"], LiteralTexts, page="{{ _('Hello') }}{{ _('Hello') }}")
    cast("Any", made.globals)["texts"] = Texts(translate)
    template = made.get_template("page")
    assert [template.render() for _ in range(3)] == ["HelloHello"] * 3
    assert asked == ["Hello"]


def test_a_text_with_a_value_that_is_missing_is_an_error() -> None:
    made = environment(LANGUAGES["en"], LiteralTexts, page="{{ _('%(name)s signed') }}")
    with pytest.raises(UndefinedError):
        made.get_template("page").render()
