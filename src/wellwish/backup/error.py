"""The exception of backups."""


class BackupError(Exception):
    """A backup cannot be taken, verified or restored. The message names the cause and the remedy."""
