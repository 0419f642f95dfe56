"""Sample calls in curl, Python and JavaScript, generated from an operation of the document."""

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from wellwish.infra.openapi.examples import Example

LANGUAGES = {"curl": "curl", "python": "Python", "javascript": "JavaScript"}


@dataclass(frozen=True)
class Call:
    """A request; header values may contain shell variables."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict[str, str])
    body: Any = None


def call_of(base_url: str, method: str, path: str, operation: dict[str, Any], given: Example) -> Call:
    """Returns the request of an operation's example. Secrets are shell variables."""
    values = {**given.path, **{f"{name}_suffix": value[4:] for name, value in given.path.items()}}
    url = base_url + path.format_map({**_names(path), **values})
    url += f"?{urlencode(given.query)}" if given.query else ""
    headers: dict[str, str] = {}
    schemes = operation.get("security", [{"bearer": []}])[0]
    if "bearer" in schemes:
        headers["Authorization"] = "Bearer $TOKEN"
    if "api_key" in schemes:
        headers |= {"x-api-key": "$API_KEY", "x-client-secret": "$CLIENT_SECRET"}
    else:
        headers["Prefer"] = "handling=strict"
    if given.request is not None:
        headers["Content-Type"] = "application/json"
    return Call(method.upper(), url, headers, given.request)


def _names(path: str) -> dict[str, str]:
    return {part.strip("{}"): part for part in path.split("/") if part.startswith("{")}


def samples(call: Call) -> dict[str, str]:
    """Returns the source code of the request by language."""
    return {"curl": _curl(call), "python": _python(call), "javascript": _javascript(call)}


def _curl(call: Call) -> str:
    method = "" if call.method == "GET" else f"-X {call.method} "
    lines = [f"curl {method}{_quoted(call.url) if '?' in call.url else call.url}"]
    lines += [f'-H "{name}: {value}"' for name, value in call.headers.items()]
    if call.body is not None:
        lines.append(f"-d {_quoted(json.dumps(call.body, indent=2, ensure_ascii=False))}")
    return " \\\n  ".join(lines)


def _quoted(text: str) -> str:
    """Returns the text in single quotes, escaped for a POSIX shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def _python(call: Call) -> str:
    lines = ["import os, requests", "", f"answer = requests.{call.method.lower()}(", f'    "{call.url}",']
    headers = {name: value for name, value in call.headers.items() if name != "Content-Type"}
    if headers:
        lines.append("    headers={")
        lines += [f'        "{name}": {_in_python(value)},' for name, value in headers.items()]
        lines.append("    },")
    if call.body is not None:
        written = _python_value(call.body, 4)
        lines.append(f"    json={written},")
    return "\n".join([*lines, ")", "answer.raise_for_status()", "print(answer.json())"])


def _in_python(value: str) -> str:
    text, dollar, variable = value.partition("$")
    if not dollar:
        return f'"{text}"'
    return f'"{text}" + os.environ["{variable}"]' if text else f'os.environ["{variable}"]'


def _python_value(value: Any, indent: int) -> str:
    written = json.dumps(value, indent=4, ensure_ascii=False)
    for word, python in (("true", "True"), ("false", "False"), ("null", "None")):
        written = written.replace(f": {word}", f": {python}")
    return written.replace("\n", "\n" + " " * indent)


def _javascript(call: Call) -> str:
    lines = [f'const answer = await fetch("{call.url}", {{', f'  method: "{call.method}",']
    if call.headers:
        lines.append("  headers: {")
        lines += [f'    "{name}": {_in_javascript(value)},' for name, value in call.headers.items()]
        lines.append("  },")
    if call.body is not None:
        written = json.dumps(call.body, indent=2, ensure_ascii=False).replace("\n", "\n  ")
        lines.append(f"  body: JSON.stringify({written}),")
    return "\n".join([*lines, "});", "console.log(answer.status, await answer.json());"])


def _in_javascript(value: str) -> str:
    text, dollar, variable = value.partition("$")
    if not dollar:
        return f'"{text}"'
    return f'"{text}" + process.env.{variable}' if text else f"process.env.{variable}"
