"""Forms of the pages: limits of their bodies, and protection against forged requests.

The protection is a double submit bound to one link: the browser has a random cookie, and the form contains a
tag of it made with the server key, different for each link and browser. ``SameSite`` and the headers of
browsers (``Origin``, ``Sec-Fetch-Site``) are further checks. A page with ``no-referrer`` sends ``Origin:
null``, which proves nothing by itself.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from wellwish import clock
from wellwish.errors import (
    BodyTooLarge,
    BodyTooSlow,
    ForeignForm,
    MalformedForm,
    UnsupportedMediaType,
)
from wellwish.http import Services
from wellwish.web.kit import cookie

FIELD: Final = "form_token"
MAX_BYTES: Final = 64 * 1024  # of a form without files
UPLOAD_DEADLINE_S: Final = 300.0  # 20 MB at half a megabit a second
_MAX_FIELDS: Final = 50
_MAX_FILES: Final = 4
_MAX_FIELD_BYTES: Final = 512 * 1024  # the points of a drawing
_BROWSER: Final = "browser"
_URLENCODED: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"


class Form:
    """The fields of a form: trimmed text, and chosen files."""

    def __init__(self, data: FormData) -> None:
        self._data = data

    def text(self, name: str) -> str:
        """Returns a field's text with LF line breaks; empty if missing, the last of several."""
        value = self._data.get(name)
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    def texts(self, name: str) -> list[str]:
        """Returns all texts of a field that may occur several times."""
        return [each for each in self._data.getlist(name) if isinstance(each, str)]

    def file(self, name: str) -> UploadFile | None:
        """Returns a chosen file that is not empty, or None."""
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.size else None

    async def close(self) -> None:
        """Closes the files."""
        await self._data.close()


class _Cutting(MultiPartParser):
    """Truncates files at a number of bytes, which bounds the cost of a file that is too large."""

    def __init__(self, headers: Headers, stream: AsyncGenerator[bytes], file_bytes: int) -> None:
        super().__init__(
            headers, stream, max_files=_MAX_FILES, max_fields=_MAX_FIELDS, max_part_size=_MAX_FIELD_BYTES
        )
        self._file_bytes = self._left = file_bytes

    def on_part_begin(self) -> None:
        """Resets the counter."""
        super().on_part_begin()
        self._left = self._file_bytes

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Passes the rest of the allowance of a file on, and all of a text field."""
        if self._current_part.file is not None:
            end = min(end, start + self._left)
            self._left -= end - start
        super().on_part_data(data, start, end)


async def read(
    services: Services, request: Request, max_bytes: int = MAX_BYTES, *, file_bytes: int | None = None
) -> Form:
    """Returns the form. Raises UnsupportedMediaType, BodyTooLarge, BodyTooSlow or MalformedForm.

    With ``file_bytes`` a longer file is truncated, so that its field gets a fault and the typed text is kept.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > max_bytes:
        raise _too_large(max_bytes)
    if kind not in (_URLENCODED, _MULTIPART):
        raise UnsupportedMediaType(f"A form is {_URLENCODED} or {_MULTIPART}.")
    deadline_s = UPLOAD_DEADLINE_S if kind == _MULTIPART else services.settings.body_deadline_s
    try:
        async with asyncio.timeout(deadline_s):
            return Form(await _parse(request, kind, max_bytes, file_bytes or max_bytes))
    except TimeoutError as error:
        raise BodyTooSlow(headers={"Connection": "close"}) from error
    except ClientDisconnect as error:
        raise BodyTooSlow("The connection closed before the whole form arrived.") from error
    except (MultiPartException, ValueError) as error:
        raise MalformedForm from error


async def _parse(request: Request, kind: str, max_bytes: int, file_bytes: int) -> FormData:
    stream = _limited(request, max_bytes)
    if kind == _URLENCODED:
        return await FormParser(
            request.headers, stream, max_fields=_MAX_FIELDS, max_part_size=_MAX_FIELD_BYTES
        ).parse()
    return await _Cutting(request.headers, stream, file_bytes).parse()


async def _limited(request: Request, max_bytes: int) -> AsyncGenerator[bytes]:
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > max_bytes:
            raise _too_large(max_bytes)
        yield chunk


def _too_large(max_bytes: int) -> BodyTooLarge:
    return BodyTooLarge(f"Send at most {max_bytes // 1024} KiB.", headers={"Connection": "close"})


def browser(services: Services, request: Request) -> str:
    """Returns the random id of the browser, an existing or a new one."""
    return cookie.read(services, request, _BROWSER) or cookie.random()


def remember(services: Services, request: Request, response: Response, name: str) -> None:
    """Sets the cookie with the browser's id, unless it has one."""
    if cookie.read(services, request, _BROWSER) != name:
        cookie.keep(services, response, _BROWSER, name)


def token(services: Services, name: str, binding: str, made_at: float | None = None) -> str:
    """Returns the form token of this browser and link, with the time of its creation.

    It differs each time, so that compression of the page reveals nothing (BREACH).
    """
    salt = f"{(made_at or clock.now().timestamp()) * 1000:.0f}-{cookie.random()}"
    return f"{salt}.{services.keys.form_tag(salt, name, binding)}"


def age_s(form: Form) -> float:
    """Returns for how long the page was open. The form was checked before."""
    return clock.now().timestamp() - int(form.text(FIELD).partition("-")[0]) / 1000


def check(services: Services, request: Request, form: Form, binding: str) -> None:
    """Raises ForeignForm unless our page, opened at this link in this browser, sent the form."""
    check_origin(services, request)
    name = cookie.read(services, request, _BROWSER)
    salt, _, tag = form.text(FIELD).partition(".")
    if name is None or not services.keys.is_form_tag(tag, salt, name, binding):
        raise ForeignForm


def check_origin(services: Services, request: Request) -> None:
    """Raises ForeignForm if the browser says that another site's page sent the request."""
    origin = request.headers.get("origin")
    if origin not in (None, "null") and not _is_ours(services, origin):
        raise ForeignForm
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise ForeignForm


def _is_ours(services: Services, origin: str) -> bool:
    ours = urlsplit(services.settings.base_url)
    if origin == f"{ours.scheme}://{ours.netloc}":
        return True
    if not services.settings.loopback:
        return False
    # 127.0.0.1 and localhost are the same machine, and links work with both.
    port = f":{ours.port}" if ours.port is not None else ""
    return origin in [f"{ours.scheme}://{host}{port}" for host in ("localhost", "127.0.0.1", "[::1]")]
