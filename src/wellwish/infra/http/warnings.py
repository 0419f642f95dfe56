"""The warnings of a response."""

from wellwish.base.errors import Fault, InvalidRequest
from wellwish.infra.http.deprecation import CODE, Deprecated


class Warnings(list[Fault]):
    """The warnings of a response: ignored input, and effects that differ from the request."""

    def __init__(self, *, strict: bool, preferred: bool = False) -> None:
        super().__init__()
        self.strict = strict
        self.preferred = preferred  # the client has asked for strict handling
        self.deprecated: list[Deprecated] = []  # what the request uses

    def add(self, pointer: str, code: str, detail: str) -> None:
        self.append(Fault(pointer, code, detail))

    def doubt(self, pointer: str, code: str, detail: str) -> None:
        """Warns of valid input without an effect here. Raises InvalidRequest if the client prefers strict."""
        if self.preferred:
            raise InvalidRequest(faults=[Fault(pointer, code, detail)])
        self.add(pointer, code, detail)

    @property
    def refused(self) -> list[Fault]:
        """The warnings about input that are faults for a client that prefers strict."""
        return [each for each in self if each.code != CODE] if self.preferred else []


def note(warnings: list[Fault], pointer: str, used: Deprecated) -> None:
    """Warns of a deprecated field that the request uses."""
    warnings.append(Fault(pointer, CODE, used.says))
    if isinstance(warnings, Warnings):
        warnings.deprecated.append(used)
