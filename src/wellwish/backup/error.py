"""The exception of backups."""


class BackupError(Exception):
    """A backup that cannot be taken, verified or restored. The message gives the cause and the remedy."""
