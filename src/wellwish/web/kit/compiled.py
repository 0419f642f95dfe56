"""Caches of compiled templates and of rendered parts of pages."""

from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, Final

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from markupsafe import Markup

_MANY_PARTS: Final = 500


class CompiledTemplates(BytecodeCache):
    """Caches bytecode by template, because the environments of all languages compile the same sources."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], Any] = {}  # by name and digest of the source

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key, bucket.checksum] = bucket.code


def parts(environment: Environment) -> Callable[..., Markup]:
    """Returns a function that renders a template, and caches the results of the last 500 calls.

    For parts of pages that depend only on the language and a few known words, and not on user input, such as
    10.5 KB of the signing page.
    """

    @lru_cache(_MANY_PARTS)
    def part(template: str, **values: Hashable) -> Markup:
        return Markup(environment.get_template(template).render(**values))  # noqa: S704 - a template's output

    return part
