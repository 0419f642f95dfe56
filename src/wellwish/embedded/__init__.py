"""The database that comes along: PostgreSQL in one data folder, under our own supervisor."""

from wellwish.embedded.cluster import DATABASE, OWNER, RUNTIME, Cluster, EmbeddedError

__all__ = ["DATABASE", "OWNER", "RUNTIME", "Cluster", "EmbeddedError"]
