"""The embedded database: PostgreSQL in a data folder, run by a supervisor in the Wellwish process."""

from wellwish.infra.embedded.cluster import DATABASE, OWNER, RUNTIME, Cluster, EmbeddedError

__all__ = ["DATABASE", "OWNER", "RUNTIME", "Cluster", "EmbeddedError"]
