"""`ww mcp`: connects an assistant on this machine to the server, by the Model Context Protocol on stdio.

Each line of standard input is a message, which is posted unchanged. The command obtains and renews the token.
"""

import re
import sys
from base64 import b64encode
from typing import Annotated, Any, Final, cast

import msgspec
from cyclopts import Parameter

from wellwish_sdk import Wellwish, errors
from wellwish_sdk.cli.call import Common, connected
from wellwish_sdk.cli.console import say
from wellwish_sdk.core import Input, Operation

# Responses stay bytes, since the bridge reads only errors and the handshake.
_POST: Final = Operation("POST", "/mcp", bytes)
_ACCEPT: Final = "application/json, text/event-stream"
_VERSION: Final = "io.modelcontextprotocol/protocolVersion"  # in `_meta` since revision 2026-07-28
# The parameter that the header Mcp-Name repeats (revision 2026-07-28, transports, Streamable HTTP).
_NAMED_BY: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_SAFE: Final = re.compile(r"[!-~]([ -~]*[!-~])?")
# JSON-RPC 2.0 section 5.1; the last one is ours.
_PARSE_ERROR: Final = -32700
_INVALID_REQUEST: Final = -32600
_NOT_SERVED: Final = -32000

Message = dict[str, Any]


def mcp(
    *,
    profile: Annotated[str | None, Parameter(help="Profile to use. Default: the last `ww login`.")] = None,
    account: Annotated[
        str | None, Parameter(help="Customer that the platform acts for. Default: that of the profile.")
    ] = None,
) -> None:
    """Connect an assistant on this machine, by the Model Context Protocol on standard input and output.

    The assistant acts for the account of the profile. It ends when standard input ends.
    """
    with connected(Common(profile=profile, account=account)) as client:
        bridge = _Bridge(client)
        for line in sys.stdin.buffer:
            if line.strip() and (response := bridge.respond(line)):
                sys.stdout.buffer.write(response.rstrip() + b"\n")
                sys.stdout.buffer.flush()


class _Bridge:
    def __init__(self, client: Wellwish) -> None:
        self._client = client
        self._negotiated: str | None = None  # the revision of a handshake, until 2025-11-25

    def respond(self, line: bytes) -> bytes:
        """The response to a message; empty for a notification."""
        try:
            message: Any = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return _failed(None, _PARSE_ERROR, "The line is not valid JSON.")
        if not isinstance(message, dict):
            return _failed(None, _INVALID_REQUEST, "The line is not a single message.")
        sent = cast("Message", message)
        try:
            response = self._client.perform(_POST, _POST.path, Input(sent, headers=self._headers(sent)))
        except errors.ApiError as error:
            if error.problem.get("jsonrpc") == "2.0":
                return msgspec.json.encode({**error.problem, "id": sent.get("id")})
            return self._refused(sent, str(error))
        except errors.ConnectionFailed as error:
            return self._refused(sent, str(error))
        if sent.get("method") == "initialize":
            self._negotiated = _revision_in(response)
        return cast("bytes", response)

    def _headers(self, message: Message) -> dict[str, str]:
        parameters = _object(message.get("params"))
        revision, method = _object(parameters.get("_meta")).get(_VERSION), str(message.get("method"))
        headers = {"accept": _ACCEPT}
        if isinstance(revision, str):
            headers |= {"mcp-protocol-version": _sent(revision), "mcp-method": _sent(method)}
            if method in _NAMED_BY:
                headers["mcp-name"] = _sent(str(parameters.get(_NAMED_BY[method])))
        elif self._negotiated is not None:
            headers["mcp-protocol-version"] = self._negotiated
        return headers

    @staticmethod
    def _refused(message: Message, detail: str) -> bytes:
        if "id" not in message:
            say(detail)
            return b""
        return _failed(message["id"], _NOT_SERVED, detail)


def _object(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _revision_in(response: bytes) -> str | None:
    revision = _object(msgspec.json.decode(response, type=dict[str, Any]).get("result")).get(
        "protocolVersion"
    )
    return revision if isinstance(revision, str) and _SAFE.fullmatch(revision) else None


def _sent(value: str) -> str:
    """The value of a header; text beyond plain ASCII in Base64 (revision 2026-07-28, Streamable HTTP)."""
    plain = _SAFE.fullmatch(value) is not None and not value.startswith("=?base64?")
    return value if plain else f"=?base64?{b64encode(value.encode()).decode()}?="


def _failed(message_id: Any, code: int, detail: str) -> bytes:
    error = {"code": code, "message": detail}
    return msgspec.json.encode({"jsonrpc": "2.0", "id": message_id, "error": error})
