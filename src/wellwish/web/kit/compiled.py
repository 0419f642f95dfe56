"""The compiled templates of this process."""

from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class CompiledTemplates(BytecodeCache):
    """Caches byte code by template, because the environments of all languages compile the same sources."""

    def __init__(self) -> None:
        self._compiled: dict[tuple[str, str], Any] = {}  # by name and digest of the source

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._compiled.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._compiled[bucket.key, bucket.checksum] = bucket.code
