"""The one error of the embedded database."""


class EmbeddedError(Exception):
    """The embedded database cannot run. The text is for the operator: what happened, and what to do."""
