"""Components shared by operations, so that each response and parameter is written only once."""

import json
from typing import Any, Final

_SECTIONS: Final = ("parameters", "responses")


class Shared:
    """The shared components of one document, by section."""

    def __init__(self) -> None:
        self.components: dict[str, dict[str, Any]] = {section: {} for section in _SECTIONS}
        self._references: dict[tuple[str, str], dict[str, str]] = {}

    def refer(
        self, section: str, name: str, kind: str, value: dict[str, Any], example: Any = None
    ) -> dict[str, str]:
        """Returns a reference to the component with this value; the first use provides the example.

        The first value with a name gets that name; the names of others start with their ``kind``.
        """
        key = (section, json.dumps(value))
        if key not in self._references:
            others = self.components[section]
            own = name if name not in others else f"{kind}{name}"
            if own in others:
                raise ValueError(f"two different {section} are called {own}")
            others[own] = value if example is None else {**value, "example": example}
            self._references[key] = {"$ref": f"#/components/{section}/{own}"}
        return self._references[key]
