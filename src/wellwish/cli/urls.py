"""The two URLs of the database, which may be the embedded one."""

from wellwish.base.settings import Settings, SettingsError
from wellwish.infra.db import Database
from wellwish.infra.embedded import OWNER, RUNTIME, Cluster


def runtime_dsn(settings: Settings) -> str:
    """Returns the URL of the role to which row-level security applies."""
    return settings.database_url or Cluster(settings.database_dir).dsn(RUNTIME)


def runtime_database(settings: Settings) -> Database:
    """Returns a pool of one connection of the runtime role."""
    return Database(runtime_dsn(settings), size=1, statement_cache=settings.statement_cache)


def owner_dsn(settings: Settings) -> str:
    """Returns the URL of the owner of the tables. Raises SettingsError if it is not set."""
    if settings.embedded:
        return Cluster(settings.database_dir).dsn(OWNER)
    if settings.owner_database_url is None:
        raise SettingsError("WELLWISH_OWNER_DATABASE_URL is required: the URL of the owner of the tables")
    return settings.owner_database_url


def setting_of(settings: Settings, dsn: str) -> str:
    """Returns the setting with this URL or, for the embedded database, its name in a sentence."""
    if settings.embedded:
        return "The embedded database"
    return "DATABASE_URL" if dsn == settings.database_url else "WELLWISH_OWNER_DATABASE_URL"
