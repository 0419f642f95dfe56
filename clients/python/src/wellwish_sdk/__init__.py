"""Python client for Wellwish, the open-source group-card service."""

from wellwish_sdk import errors, models, params, webhooks
from wellwish_sdk.client import AsyncWellwish, Wellwish
from wellwish_sdk.errors import ApiError, WellwishError

__all__ = ["ApiError", "AsyncWellwish", "Wellwish", "WellwishError", "errors", "models", "params", "webhooks"]
