"""The exception of the embedded database."""


class EmbeddedError(Exception):
    """The embedded database cannot run. The message contains the cause and the solution."""
