"""What the operator decides: read once from the environment, all faults reported at once."""

from wellwish.settings.environment import Settings, SettingsError, load
from wellwish.settings.loopback import LOOPBACK_HOSTS

__all__ = ["LOOPBACK_HOSTS", "Settings", "SettingsError", "load"]
