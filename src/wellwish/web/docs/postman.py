"""The API as a Postman collection (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/).

This module replaces openapi-to-postmanv2 6.3, which generates 2 MB with invented values, the same
Idempotency-Key in all requests, different IDs on each run, and no way to obtain a token.
"""

import json
import re
from typing import Any, Final

from wellwish.infra.openapi import EXAMPLES
from wellwish.infra.openapi.examples import Example
from wellwish.web.docs.chapters import Chapter
from wellwish.web.docs.operations import Document, resolved
from wellwish.web.docs.postman_scripts import BEFORE, BEHIND
from wellwish.web.docs.quickstart import STEPS

_SCHEMA: Final = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
_PAIR: Final = ("api_key", "client_secret")
_SUFFIX: Final = re.compile(r"\w+_\{(\w+)_suffix\}")  # an ID such as inv_{invite_id_suffix}
_ABOUT: Final = (
    "Set the variables `api_key` and `client_secret`, here or in an environment: the collection gets its "
    "access tokens with them. Run the folder Quickstart for a card that somebody has signed. Each response "
    "sets the variables of its record, such as `card_id`, which the next request uses. {base_url}/docs "
    "describes every operation."
)

Item = dict[str, Any]


def collection(found: Document, chapters: dict[str, Chapter], base_url: str) -> bytes:
    """Returns the collection for the server at ``base_url``: the quickstart and a folder for each chapter."""
    requests = _Requests(found, chapters, base_url)
    folders = {tag["name"]: list[Item]() for tag in found["tags"]}
    for path, methods in found["paths"].items():
        for method, operation in methods.items():
            folders[operation["tags"][0]].append(requests.of(path, method, operation))
    steps = [requests.step(name, given) for name, given in STEPS]
    made = {
        "info": {"name": "Wellwish", "description": _ABOUT.format(base_url=base_url), "schema": _SCHEMA},
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{access_token}}"}]},
        "event": [_event("prerequest", BEFORE), _event("test", BEHIND)],
        "variable": [
            {"key": "base_url", "value": base_url},
            *({"key": name, "value": ""} for name in (*_PAIR, *sorted(requests.names))),
        ],
        "item": [
            {"name": "Quickstart", "item": steps},
            *({"name": name, "item": items} for name, items in folders.items() if items),
        ],
    }
    return json.dumps(made, separators=(",", ":"), ensure_ascii=False).encode()


def _event(listen: str, script: str) -> Item:
    return {"listen": listen, "script": {"type": "text/javascript", "exec": script.strip().splitlines()}}


class _Requests:
    """The requests of a collection, and the names of the variables in them."""

    def __init__(self, found: Document, chapters: dict[str, Chapter], base_url: str) -> None:
        self.found = found
        self.anchors = {
            operation.id: f"{base_url}{operation.href}"
            for chapter in chapters.values()
            for operation in chapter.operations
        }
        self.names = set(re.findall(r"\{(\w+?)(?:_suffix)?\}", " ".join(found["paths"])))
        self.names |= {"template_id", "bundle_purchase_id", "bundle_id"}
        self.places = {
            operation["operationId"]: (path, method, operation)
            for path, methods in found["paths"].items()
            for method, operation in methods.items()
        }

    def step(self, name: str, given: Example) -> Item:
        """Returns an operation as a step of the quickstart, with the values of the step."""
        return self._item(*self.places[name], given)

    def of(self, path: str, method: str, operation: dict[str, Any]) -> Item:
        return self._item(path, method, operation, EXAMPLES.get(operation["operationId"], Example()))

    def _item(self, path: str, method: str, operation: dict[str, Any], given: Example) -> Item:
        parameters = [resolved(self.found, each) for each in operation["parameters"]]
        request: Item = {
            "method": method.upper(),
            "header": self._headers(operation, parameters),
            "url": _url(path, parameters, given),
            "description": f"{operation['summary']}. {self.anchors[operation['operationId']]}",
        }
        if _takes_pair(operation):
            request["auth"] = {"type": "noauth"}
        if "requestBody" in operation:
            request["header"].append({"key": "Content-Type", "value": "application/json"})
            request["body"] = {
                "mode": "raw",
                "raw": self._body(given.request),
                "options": {"raw": {"language": "json"}},
            }
        return {"name": operation["summary"], "request": request}

    def _headers(self, operation: dict[str, Any], parameters: list[Item]) -> list[Item]:
        made: list[Item] = []
        if _takes_pair(operation):
            made += [{"key": f"x-{name.replace('_', '-')}", "value": f"{{{{{name}}}}}"} for name in _PAIR]
        else:
            made += [{"key": "Prefer", "value": "handling=strict"}]
        for each in parameters:
            if each["name"] == "Idempotency-Key":
                made.append({"key": each["name"], "value": "{{$guid}}"})
            elif each["name"] == "If-Match":
                off = {} if each.get("required") else {"disabled": True}
                made.append({"key": each["name"], "value": '"{{version}}"', **off})
        return made

    def _body(self, body: Any) -> str:
        """Returns a body as JSON, with variables for the IDs of records."""
        text = json.dumps({} if body is None else body, indent=2, ensure_ascii=False)
        for name in self.names:
            text = re.sub(rf'("{name}": )"\w+"', rf'\1"{{{{{name}}}}}"', text)
        return text


def _takes_pair(operation: dict[str, Any]) -> bool:
    return any("api_key" in each for each in operation.get("security", []))


def _url(path: str, parameters: list[Item], given: Example) -> Item:
    """Returns the URL. Query parameters without a value in ``given`` are disabled."""
    path = re.sub(r"\{(\w+)\}", r":\1", _SUFFIX.sub(r"{\1}", path))
    query = [
        {
            "key": each["name"],
            "value": str(given.query.get(each["name"], "")),
            "description": each["description"],
            "disabled": each["name"] not in given.query,
        }
        for each in parameters
        if each["in"] == "query"
    ]
    names = re.findall(r":(\w+)", path)
    return {
        "raw": "{{base_url}}" + path,
        "host": ["{{base_url}}"],
        "path": path.strip("/").split("/"),
        **({"query": query} if query else {}),
        **({"variable": [{"key": name, "value": f"{{{{{name}}}}}"} for name in names]} if names else {}),
    }
