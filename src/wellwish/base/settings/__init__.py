"""The operator's settings: read once from the environment, with all faults reported together."""

from wellwish.base.settings.environment import Settings, SettingsError, load, secret_files, unknown_names
from wellwish.base.settings.loopback import LOOPBACK_HOSTS

__all__ = ["LOOPBACK_HOSTS", "Settings", "SettingsError", "load", "secret_files", "unknown_names"]
