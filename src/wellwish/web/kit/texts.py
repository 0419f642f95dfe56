"""The texts of templates, translated once for each language instead of at each rendering.

``_("Sign the card")`` becomes ``texts["Sign the card"]`` when a template is parsed. A call to ``_`` takes 6
µs, and the signing page has more than a hundred. Calls with values or plural forms are unchanged.
"""

from collections.abc import Callable, Iterator
from typing import Final

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from markupsafe import Markup

_CALLS: Final = (["name", "lparen", "string", "rparen"], ["name", "lparen", "name", "rparen"])
_TOKENS: Final = len(_CALLS[0])


class Texts(dict[str, Markup]):
    """Translations by source text. The texts are literals of templates and have no placeholders."""

    def __init__(self, translate: Callable[[str], str]) -> None:
        super().__init__()
        self._translate = translate

    def __missing__(self, text: str) -> Markup:
        found = self[text] = Markup(self._translate(text)) % {}  # noqa: S704 - translations are markup
        return found


class LiteralTexts(Extension):
    """Replaces calls to ``_`` whose only argument is a literal."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        tokens, at = [*stream], 0
        while at < len(tokens):
            call = tokens[at : at + _TOKENS]
            if [each.type for each in call] in _CALLS and call[0].value == "_":
                line = call[0].lineno
                yield Token(line, "name", "texts")
                yield Token(line, "lbracket", "[")
                yield call[2]
                yield Token(line, "rbracket", "]")
                at += _TOKENS
            else:
                yield tokens[at]
                at += 1
