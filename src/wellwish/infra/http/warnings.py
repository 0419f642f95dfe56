"""The warnings of a response."""

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.http.deprecation import CODE, Deprecated


class Warnings(list[Fault]):
    """The warnings of a response, about ignored input and about effects that differ from the request."""

    def __init__(self, *, strict: bool, preferred: bool = False) -> None:
        super().__init__()
        self.strict = strict
        self.preferred = preferred  # the client requests strict handling
        self.deprecated: list[Deprecated] = []  # deprecations that the request uses

    def add(self, pointer: str, code: str, detail: str) -> None:
        self.append(Fault(pointer, code, detail))

    def doubt(self, pointer: str, code: str, detail: str) -> None:
        """Warns of valid input that has no effect here. Raises InvalidRequest with strict handling."""
        if self.preferred:
            raise InvalidRequest(faults=[Fault(pointer, code, detail)])
        self.add(pointer, code, detail)

    @property
    def refused(self) -> list[Fault]:
        """The warnings about input, which are errors in strict handling, if the client prefers it."""
        return [each for each in self if each.code != CODE] if self.preferred else []


def note(warnings: list[Fault], pointer: str, used: Deprecated) -> None:
    """Warns of a deprecated field that the request uses."""
    warnings.append(Fault(pointer, CODE, used.says))
    if isinstance(warnings, Warnings):
        warnings.deprecated.append(used)
