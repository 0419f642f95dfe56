"""Forms of pages: limits of their bodies, and protection against forged requests.

The form token is the first field of each form. Without a valid token, files are discarded and at most 64 KiB
are read, which is enough to show visitors with an expired cookie their text again.

The protection is a double-submit cookie bound to a link: the browser has a random cookie, and the form
contains its tag, computed with the server key, which differs for each link and browser. ``SameSite`` and
headers of browsers (``Origin``, ``Sec-Fetch-Site``) are additional checks. Pages with ``no-referrer`` send
``Origin: null``, which is not sufficient proof.

In frames, where ``SameSite`` does not help, ``Sec-Fetch-Site`` is required. A browser that refuses cookies in
frames has no cookie that another site could abuse, so its forms contain the random ID.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Final

from msgspec import structs
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import FormParser, MultiPartException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from wellwish.base import clock
from wellwish.base.errors import (
    BadRequest,
    BodyTooSlow,
    ForeignForm,
    MalformedForm,
    Refusal,
    TooManyRequests,
    UnsupportedMediaType,
)
from wellwish.infra.http import Services
from wellwish.infra.http import body_memory as bodies
from wellwish.infra.http.budget import peer
from wellwish.infra.http.request import UNFRAMED
from wellwish.web.kit import cookie, framed, origin
from wellwish.web.kit.multipart import (
    CLOSE,
    FIELD,
    MAX_BYTES,
    MAX_FIELD_BYTES,
    MAX_FIELDS,
    Parser,
    Sizes,
    too_large,
)

UPLOAD_DEADLINE_S: Final = 300.0  # enough for 20 MB at half a megabit per second
BROWSER: Final = "browser"
_URLENCODED: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"
_ONLY_TEXT: Final = Sizes()


class Form:
    """The texts of a form, as typed, and its chosen files."""

    def __init__(self, data: FormData, *, is_ours: bool = False, browser: str = "") -> None:
        """``is_ours`` is true if our page, opened at this link in this browser, sent the form."""
        self._data = data
        self.is_ours = is_ours
        self.browser = browser

    def text(self, name: str) -> str:
        """Returns the last text of a field with LF line breaks; empty if the field is missing."""
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
        """Returns a chosen, non-empty file, or None."""
        value = self._data.get(name)
        return value if isinstance(value, UploadFile) and value.size else None

    def has_chosen_file(self) -> bool:
        return any(isinstance(each, UploadFile) and each.filename for _, each in self._data.multi_items())

    def files(self, name: str) -> list[UploadFile]:
        """Returns the chosen, non-empty files of a field, in order."""
        return [each for each in self._data.getlist(name) if isinstance(each, UploadFile) and each.size]

    async def close(self) -> None:
        """Closes the files."""
        await self._data.close()


def count_signing(services: Services, request: Request) -> TooManyRequests | None:
    """Counts a signing from the network address. Returns the refusal if the address exceeds its limit."""
    try:
        services.visits.signings.take(peer(request))
    except TooManyRequests as refusal:
        return refusal
    return None


async def read(
    services: Services,
    request: Request,
    binding: str,
    sizes: Sizes = _ONLY_TEXT,
    *,
    only_text_for: Refusal | None = None,
) -> Form:
    """Returns the form. ``binding`` is the link whose page contains it.

    Truncates files above their limit, which results in a field error and preserves the typed text. With
    ``only_text_for``, the form is read only to be shown again: this refusal is raised if the form is larger
    than 64 KiB, excluding files if their limit is 0.

    Raises UnsupportedMediaType, BodyTooLarge, BodyTooSlow, BadRequest, MalformedForm, TooManyRequests or
    Unavailable, and ForeignForm for a form from another site, or of more than 64 KiB without a valid token.
    """
    origin.check(services, request)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    max_bytes = sizes.total if kind == _MULTIPART else min(sizes.total, MAX_BYTES)
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > max_bytes:
        raise too_large(max_bytes)
    if kind not in (_URLENCODED, _MULTIPART):
        raise UnsupportedMediaType(f"A form is {_URLENCODED} or {_MULTIPART}.")
    deadline_s = UPLOAD_DEADLINE_S if kind == _MULTIPART else services.settings.body_deadline_s
    reader = _Reader(services, request, binding, structs.replace(sizes, total=max_bytes), only_text_for)
    try:
        with services.body_memory.body(bodies.client_of(request)) as body:
            async with asyncio.timeout(deadline_s):
                if kind == _URLENCODED:
                    return await reader.urlencoded(body)
                return await reader.multipart(body)
    except TimeoutError as error:
        raise BodyTooSlow(headers=CLOSE) from error
    except ClientDisconnect as error:
        raise BadRequest(UNFRAMED, headers=CLOSE) from error
    except (MultiPartException, ValueError) as error:
        raise MalformedForm from error


class _Reader:
    """Reads the body of a form."""

    def __init__(
        self, services: Services, request: Request, binding: str, sizes: Sizes, refusal: Refusal | None
    ) -> None:
        self._request = request
        self._sizes = sizes
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
            max_fields=MAX_FIELDS,
            max_part_size=MAX_FIELD_BYTES,
        ).parse()
        token = data.get(FIELD)
        is_ours = isinstance(token, str) and self._is_token(token)
        return Form(data, is_ours=is_ours, browser=self._name or "")

    async def multipart(self, body: bodies.Body) -> Form:
        """Reads a form with files; limits it to ``MAX_BYTES`` without a valid token or with a refusal."""

        def check(size: int) -> None:
            taken = parser.text_bytes if self._sizes.file == 0 else size
            if taken > MAX_BYTES and (self._refusal is not None or not parser.is_ours):
                raise self._refusal or ForeignForm(headers=CLOSE)

        parser = Parser(
            self._request.headers,
            self._stream(lambda _: None, check),
            sizes=self._sizes,
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
            if size > self._sizes.total:
                raise too_large(self._sizes.total)
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


def browser(services: Services, request: Request) -> str:
    """Returns the random ID from the browser's cookie, or a new one."""
    return cookie.read(services, request, BROWSER) or cookie.random()


def remember(services: Services, request: Request, response: Response, name: str) -> None:
    """Sets the cookie with the browser ID, unless the browser already has it."""
    if cookie.read(services, request, BROWSER) != name:
        cookie.keep(services, response, BROWSER, name, framed=framed.is_framed(request))


def token(services: Services, name: str, binding: str, made_at: float | None = None) -> str:
    """Returns a form token for this browser and link, with the time. Tokens differ for each call because of
    BREACH.
    """
    salt = f"{(made_at or clock.now().timestamp()) * 1000:.0f}-{cookie.random()}"
    made = f"{salt}.{services.keys.form_tag(salt, name, binding)}"
    return f"{made}.{name}" if framed.is_framed_path(binding) else made


def age_s(form: Form) -> float:
    """Returns the seconds for which the page was open. The form must have passed ``check``."""
    return clock.now().timestamp() - int(form.text(FIELD).partition("-")[0]) / 1000


def check(form: Form) -> None:
    """Raises ForeignForm unless our page, opened at this link in this browser, sent the form."""
    if not form.is_ours:
        raise ForeignForm
