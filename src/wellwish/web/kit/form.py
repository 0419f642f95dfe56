"""Forms of the pages: limits of their bodies, and protection against forged requests.

The form token is the first field of each form. Without a valid token, no file is kept and at most 64 KiB are
read: enough to show their text again to visitors whose cookie has expired.

The protection is a double submit bound to one link: the browser has a random cookie, and the form contains a
tag of it made with the server key, different for each link and browser. ``SameSite`` and the headers of
browsers (``Origin``, ``Sec-Fetch-Site``) are further checks. A page with ``no-referrer`` sends ``Origin:
null``, which proves nothing by itself.

In a frame, where ``SameSite`` does not help, ``Sec-Fetch-Site`` is required. A browser that refuses cookies
there has no cookie that another site's page could abuse, so its forms contain the random id themselves.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Final

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import FormParser, MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.errors import (
    BadRequest,
    BodyTooLarge,
    BodyTooSlow,
    ForeignForm,
    MalformedForm,
    Refusal,
    UnsupportedMediaType,
)
from wellwish.infra.http import Services
from wellwish.infra.http import body_memory as bodies
from wellwish.infra.http.request import UNFRAMED
from wellwish.web.kit import cookie, framed, origin

FIELD: Final = "form_token"
MAX_BYTES: Final = 64 * 1024  # of a form without files and drawings
# The total of all fields that are not files, including the points of a drawing.
MAX_TEXT_BYTES: Final = 1024 * 1024
UPLOAD_DEADLINE_S: Final = 300.0  # 20 MB at half a megabit a second
_MAX_FIELDS: Final = 50
_MAX_FILES: Final = 8
_MAX_FIELD_BYTES: Final = 512 * 1024  # the points of a drawing
_SPOOLED_FROM: Final = 64 * 1024  # larger files are spooled to disk
BROWSER: Final = "browser"
_URLENCODED: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"


class Form:
    """The fields of a form: trimmed text, and chosen files."""

    def __init__(self, data: FormData, *, is_ours: bool = False, browser: str = "") -> None:
        """``is_ours`` is true if our page, opened at this link in this browser, sent the form."""
        self._data = data
        self.is_ours = is_ours
        self.browser = browser

    def text(self, name: str) -> str:
        """Returns a field's text with LF line breaks; empty if missing, the last of several."""
        value = self._data.get(name)
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    def texts(self, name: str) -> list[str]:
        """Returns all texts of a field that may occur several times."""
        return [each for each in self._data.getlist(name) if isinstance(each, str)]

    def pairs(self) -> list[tuple[str, str]]:
        """Returns the names and texts of all fields except the form token."""
        return [
            (name, each) for name, each in self._data.multi_items() if isinstance(each, str) and name != FIELD
        ]

    def file(self, name: str) -> UploadFile | None:
        """Returns a chosen file that is not empty, or None."""
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.size else None

    def has_chosen_file(self) -> bool:
        return any(isinstance(each, UploadFile) and each.filename for _, each in self._data.multi_items())

    def files(self, name: str) -> list[UploadFile]:
        """Returns the chosen files of a field that are not empty, in order."""
        return [each for each in self._data.getlist(name) if isinstance(each, UploadFile) and each.size]

    async def close(self) -> None:
        """Closes the files."""
        await self._data.close()


class _Parser(MultiPartParser):
    """Checks the form token as soon as the first part has arrived, and limits the bytes kept of each part.

    Files that are too large are truncated, which bounds their cost.
    """

    spool_max_size = _SPOOLED_FROM

    def __init__(
        self,
        headers: Headers,
        stream: AsyncGenerator[bytes],
        *,
        file_bytes: int,
        is_token: Callable[[str], bool],
        body: bodies.Body,
    ) -> None:
        super().__init__(
            headers, stream, max_files=_MAX_FILES, max_fields=_MAX_FIELDS, max_part_size=_MAX_FIELD_BYTES
        )
        self._file_bytes = self._left = file_bytes
        self.text_bytes = 0
        self._is_token = is_token
        self._body = body
        self.is_ours = False

    def on_part_begin(self) -> None:
        """Resets the allowance of a file."""
        super().on_part_begin()
        self._left = self._file_bytes

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        """Keeps a file up to its allowance, and the whole of a text field. Raises BodyTooLarge."""
        if self._current_part.file is not None:
            end = min(end, start + self._left)
            self._left -= end - start
        else:
            self.text_bytes += end - start
            if self.text_bytes > MAX_TEXT_BYTES:
                raise _too_large(MAX_TEXT_BYTES)
        self._body.take(end - start)
        super().on_part_data(data, start, end)

    def on_part_end(self) -> None:
        """Checks the token, which is valid only as the first part."""
        super().on_part_end()
        if len(self.items) == 1:
            name, value = self.items[0]
            self.is_ours = name == FIELD and isinstance(value, str) and self._is_token(value)


async def read(
    services: Services,
    request: Request,
    binding: str,
    max_bytes: int = MAX_BYTES,
    *,
    file_bytes: int | None = None,
    only_text_for: Refusal | None = None,
) -> Form:
    """Returns the form. ``binding`` is the link whose page contains it.

    With ``file_bytes`` a longer file is truncated, so its field gets an error and the typed text is kept.
    With ``only_text_for``, the form is read only to be shown again: this refusal is raised if the form is
    larger than 64 KiB, not counting files if ``file_bytes`` is 0.

    Raises UnsupportedMediaType, BodyTooLarge, BodyTooSlow, BadRequest, MalformedForm, TooManyRequests or
    Unavailable, and ForeignForm for a form of another site, or of more than 64 KiB without a valid token.
    """
    origin.check(services, request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    max_bytes = max_bytes if kind == _MULTIPART else min(max_bytes, MAX_BYTES)
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > max_bytes:
        raise _too_large(max_bytes)
    if kind not in (_URLENCODED, _MULTIPART):
        raise UnsupportedMediaType(f"A form is {_URLENCODED} or {_MULTIPART}.")
    deadline_s = UPLOAD_DEADLINE_S if kind == _MULTIPART else services.settings.body_deadline_s
    reader = _Reader(services, request, binding, max_bytes, only_text_for)
    try:
        with services.body_memory.body(bodies.client_of(request)) as body:
            async with asyncio.timeout(deadline_s):
                if kind == _URLENCODED:
                    return await reader.urlencoded(body)
                return await reader.multipart(body, max_bytes if file_bytes is None else file_bytes)
    except TimeoutError as error:
        raise BodyTooSlow(headers=_CLOSE) from error
    except ClientDisconnect as error:
        raise BadRequest(UNFRAMED, headers=_CLOSE) from error
    except (MultiPartException, ValueError) as error:
        raise MalformedForm from error


class _Reader:
    """Reads the body of one form."""

    def __init__(
        self, services: Services, request: Request, binding: str, max_bytes: int, refusal: Refusal | None
    ) -> None:
        self._request = request
        self._max_bytes = max_bytes
        self._refusal = refusal
        self._name = cookie.read(services, request, BROWSER)
        self._services = services
        self._binding = binding
        self._is_framed = framed.is_framed(request)

    async def urlencoded(self, body: bodies.Body) -> Form:
        """Reads a form without files, which is too small to need an early check of its token."""
        data = await FormParser(
            self._request.headers,
            self._stream(body.take),
            max_fields=_MAX_FIELDS,
            max_part_size=_MAX_FIELD_BYTES,
        ).parse()
        token = data.get(FIELD)
        is_ours = isinstance(token, str) and self._is_token(token)
        return Form(data, is_ours=is_ours, browser=self._name or "")

    async def multipart(self, body: bodies.Body, file_bytes: int) -> Form:
        """Reads a form with files; limits it to ``MAX_BYTES`` without a valid token or with a refusal."""

        def check(size: int) -> None:
            taken = size if file_bytes else parser.text_bytes
            if taken > MAX_BYTES and (self._refusal is not None or not parser.is_ours):
                raise self._refusal or ForeignForm(headers=_CLOSE)

        parser = _Parser(
            self._request.headers,
            self._stream(lambda _: None, check),
            file_bytes=file_bytes,
            is_token=self._is_token,
            body=body,
        )
        data = await parser.parse()
        return Form(data, is_ours=parser.is_ours, browser=self._name or "")

    async def _stream(
        self, take: Callable[[int], None], check: Callable[[int], None] = lambda _: None
    ) -> AsyncGenerator[bytes]:
        """Yields the body in chunks, and calls ``check`` with the size parsed so far."""
        size = 0
        async for chunk in self._request.stream():
            size += len(chunk)
            if size > self._max_bytes:
                raise _too_large(self._max_bytes)
            take(len(chunk))
            yield chunk
            check(size)

    def _is_token(self, token: str) -> bool:
        salt, _, tag = token.partition(".")
        name = self._name
        if self._is_framed:
            tag, _, given = tag.partition(".")
            name = name or given
        is_ours = bool(name) and self._services.keys.is_form_tag(tag, salt, name or "", self._binding)
        if is_ours:
            self._name = name
        return is_ours


_CLOSE: Final = {"Connection": "close"}


def _too_large(max_bytes: int) -> BodyTooLarge:
    return BodyTooLarge(f"Send at most {max_bytes // 1024} KiB.", headers=_CLOSE)


def browser(services: Services, request: Request) -> str:
    """Returns the random id from the browser's cookie, or a new one."""
    return cookie.read(services, request, BROWSER) or cookie.random()


def remember(services: Services, request: Request, response: Response, name: str) -> None:
    """Sets the cookie with the browser's id, unless the browser has it."""
    if cookie.read(services, request, BROWSER) != name:
        cookie.keep(services, response, BROWSER, name, framed=framed.is_framed(request))


def token(services: Services, name: str, binding: str, made_at: float | None = None) -> str:
    """Returns a form token for this browser and link, with the time. Each call differs (BREACH)."""
    salt = f"{(made_at or clock.now().timestamp()) * 1000:.0f}-{cookie.random()}"
    made = f"{salt}.{services.keys.form_tag(salt, name, binding)}"
    return f"{made}.{name}" if framed.is_framed_path(binding) else made


def age_s(form: Form) -> float:
    """Returns how long the page was open, in seconds. The form must have passed ``check``."""
    return clock.now().timestamp() - int(form.text(FIELD).partition("-")[0]) / 1000


def check(form: Form) -> None:
    """Raises ForeignForm unless our page, opened at this link in this browser, sent the form."""
    if not form.is_ours:
        raise ForeignForm
