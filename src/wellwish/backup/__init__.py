"""Backups: folders with a dump of the database, the media, a manifest, and the checksums of all files."""
