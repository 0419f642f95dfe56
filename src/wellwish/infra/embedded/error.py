"""The exception of the embedded database."""


class EmbeddedError(Exception):
    """The embedded database cannot run. The message gives the operator the cause and the remedy."""
