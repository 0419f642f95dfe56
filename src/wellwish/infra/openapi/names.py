"""Names in the document, and the refusals listed in docstrings."""

import inspect
import re
import sys
from typing import Any, Final

from wellwish.base import errors, ids
from wellwish.base.errors import Refusal
from wellwish.infra.http import Route

# ID fields and the prefixes of their IDs.
_PREFIXES: Final = {
    "card_id": "card",
    "invite_id": "inv",
    "bundle_purchase_id": "bp",
    "template_id": "tpl",
    "card_admin_id": "adm",
    "card_batch_id": "cb",
    "recipient_id": "rcp",
    "group_id": "grp",
    "event_id": "evt",
    "webhook_endpoint_id": "whe",
    "webhook_delivery_id": "dlv",
    "account_id": "acct",
    "bundle_id": "bdl",
    "parent_invite_id": "inv",
    "contribution_id": "ctb",
    "payment_id": "pay",
    "refund_id": "rfd",
    "refund_request_id": "rfr",
    "media_id": "media",
    "suppression_id": "sup",
    "member_id": "mbr",
    "person_id": "per",
    "occasion_rule_id": "rule",
    "restricted_key_id": "rkey",
    "export_id": "exp",
    "erasure_id": "era",
}
ID_FIELDS: Final = tuple(_PREFIXES)
_NUMBERS: Final = ("part_number",)  # in paths, like ids
ID_LENGTH: Final = max(map(len, ids.PREFIXES)) + 27  # the prefix, an underscore and 26 characters

# Resources and operations whose names follow the words of the path instead of their folder and file, so that
# clients call ``client.refund_requests.approve()``.
_RESOURCES: Final = {
    "accounts": "account",
    "audit": "audit_log",
    "card_handovers": "handovers",
    "card_walls": "walls",
    "card_media": "media",
    "credential_restricted_keys": "restricted_keys",
    "payment_refund_requests": "refund_requests",
    "platforms": "accounts",
    "privacy_erasures": "erasures",
    "privacy_exports": "exports",
    "webhooks": "webhook_endpoints",
}
_OPERATIONS: Final = {
    "payments.refund": "refunds.create",
    "payments.retrieve_refund": "refunds.retrieve",
    "card_payments.list": "cards.list_payments",
    "cards.explain": "cards.explain_access",
    "contributions.confirm_pledge": "contributions.confirm",
    "contributions.drop_pledge": "contributions.drop",
    "invitations.remind_all": "cards.remind",
    "invitations.rotate_link": "cards.rotate_link",
    "invitations.sync_group": "groups.sync",
    "logos.update": "account.update_logo",
    "logos.delete": "account.delete_logo",
    "movements.export_account": "movements.export",
    "movements.export_card": "cards.export_movements",
    "movements.export_notes": "cards.export_notes",
    "movements.retrieve_chart": "cards.retrieve_money_chart",
    "platforms.retrieve_platform": "account.retrieve_platform",
    "platforms.update_platform": "account.update_platform",
    "platforms.leave": "account.leave_platform",
    "test_mode.create_key": "credentials.create_test",
    "test_mode.list_messages": "test_outbox.list",
    "test_mode.advance_clock": "test_clock.advance",
    "test_mode.retrieve_clock": "test_clock.retrieve",
}

# Folders that only group other folders and are not part of operation IDs.
_FLOORS: Final = {"auth", "designs", "infra"}

_RAISES: Final = re.compile(r"\s*Raises\s([^.;]*)[.;]")


def operation_id(route: Route) -> str:
    """Returns the ID of the operation, which clients use as its name: ``card_admins.create``."""
    *folders, operation = route.handler.__module__.split(".")[1:]
    *parents, noun = (each for each in folders if each not in _FLOORS)
    resource = "_".join([*(each.removesuffix("s") for each in parents), noun])
    named = f"{resource}.{operation}"
    return _OPERATIONS.get(named, f"{_RESOURCES.get(resource, resource)}.{operation}")


def camel(name: str) -> str:
    """Returns the name of a component: ``CardAdminsCreate`` for ``card_admins.create``."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[._ ]", name))


def tag(route: Route) -> tuple[str, str]:
    """Returns the name and description of the operation's tag, from the docstring of its package."""
    folder = sys.modules[route.handler.__module__.rpartition(".")[0]]
    name, _, says = (folder.__doc__ or "").strip().partition(": ")
    if not says:
        raise ValueError(f"the docstring of {folder.__name__} must be 'Tag: description of the tag'")
    return name, says[:1].upper() + says[1:].partition("\n\n")[0].replace("\n", " ")


def refusals_of(function: Any) -> list[type[Refusal]]:
    """Returns the refusals in the ``Raises`` sentences of a docstring."""
    said = " ".join(match.group(1) for match in _RAISES.finditer(inspect.getdoc(function) or ""))
    found = [getattr(errors, word, None) for word in re.findall(r"\b[A-Z]\w+", said)]
    return [each for each in found if isinstance(each, type) and issubclass(each, Refusal)]


def description_of(function: Any) -> str:
    """Returns the docstring as Markdown, without its ``Raises`` sentences."""
    kept = _RAISES.sub(" ", inspect.getdoc(function) or "").strip()
    return markdown(kept[:1].upper() + kept[1:])


def markdown(docstring: str) -> str:
    """Returns a docstring as Markdown: code in single backticks, each paragraph on one line."""
    paragraphs = docstring.replace("``", "`").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)


def noun_of(id_field: str) -> str:
    """Returns the noun for descriptions: ``parent invitation`` for ``parent_invite_id``."""
    noun = id_field.removesuffix("_id").replace("_", " ")
    return {"media": "media file"}.get(noun, noun.replace("invite", "invitation"))


def id_schema(name: str) -> dict[str, Any] | None:
    """Returns the schema of an ID field, or None if the name is not an ID field."""
    prefix = _PREFIXES.get(name)
    if prefix is None:
        return None
    return {"type": "string", "pattern": ids.pattern(prefix), "maxLength": ID_LENGTH}


def path_schema(field: str) -> tuple[dict[str, Any], str]:
    """Returns the schema and the description of a field in a path."""
    if field in _NUMBERS:
        schema = {"type": "string", "pattern": "^[1-9][0-9]{0,8}$", "maxLength": 9}
        return schema, f"Number of the {field.removesuffix('_number')}."
    schema = id_schema(field) or {"type": "string", "pattern": "^[^/]+$", "maxLength": 255}
    return schema, f"Id of the {noun_of(field)}."
