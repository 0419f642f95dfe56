"""File storage: a local folder, or a bucket that the operator configures.

The service generates all file names. ``put`` returns when the file is durable. All calls raise Unavailable if
the storage is unavailable or full.

The blocking functions of obstore run in Python threads, which end before the interpreter. Its asynchronous
functions call Python from the threads of its runtime, which before Python 3.14 aborts a process during its
shutdown (https://github.com/PyO3/pyo3-async-runtimes/issues/40).
"""

import asyncio
import os
import re
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from wellwish.base.errors import Unavailable
from wellwish.base.settings.media import Bucket

if TYPE_CHECKING:
    from obstore import ObjectMeta

T = TypeVar("T")

# Callers learn within 20 seconds that the storage is unavailable.
_CONNECT: Final = timedelta(seconds=3)
_CALL: Final = timedelta(seconds=20)
_RETRY: Final = timedelta(seconds=5)
_RETRY_AFTER_S: Final = 5
_CALLS: Final = 40  # concurrent calls, even of callers that have given up, since each occupies a thread
_LISTED: Final = 500
_STATUS: Final = re.compile(r"status code: (\d{3})")
_CODE: Final = re.compile(r"<Code>(\w+)</Code>")


class Storage:
    """The file storage of a process, opened at its first use."""

    def __init__(self, folder: Path, bucket: Bucket | None = None) -> None:
        self._folder = None if bucket is not None else folder
        self._bucket = bucket
        self._store: LocalStore | S3Store | None = None
        self._threads = ThreadPoolExecutor(_CALLS, "storage")

    async def put(self, key: str, content: bytes) -> None:
        """Stores a file durably. Raises Unavailable."""
        async with _away():
            await self._call(lambda store: _put(store, self._folder, key, content))

    async def get(self, key: str, start: int, end: int) -> bytes | None:
        """Returns the bytes from ``start`` up to ``end``, or None if the file does not exist.

        Raises Unavailable.
        """
        async with _away():
            try:
                return await self._call(
                    lambda store: bytes(obstore.get_range(store, key, start=start, end=end))
                )
            except FileNotFoundError:
                return None

    async def delete(self, folder: str) -> None:
        """Deletes the files of a folder; a missing file counts as deleted. Raises Unavailable."""
        async with _away():
            found = [each["path"] async for batch in self._list(folder) for each in batch]
            for path in found:
                await self._call(partial(_delete, path=path))

    async def folders(self, prefix: str, before: datetime) -> Mapping[str, None]:
        """Returns the folders below a prefix that are older than ``before``. Raises Unavailable."""
        found: dict[str, None] = {}
        young: set[str] = set()
        async with _away():
            async for batch in self._list(prefix):
                for each in batch:
                    folder = each["path"].rpartition("/")[0]
                    if each["last_modified"] >= before:
                        young.add(folder)
                    found[folder] = None
        return {folder: None for folder in found if folder not in young}

    async def files(self) -> AsyncGenerator[Sequence[tuple[str, int]]]:
        """Yields all files in batches of name and size in bytes. Raises Unavailable.

        The whole listing has no time limit, because a bucket may have millions of files.
        """
        try:
            async for batch in self._list(""):
                yield [(each["path"], each["size"]) for each in batch]
        except (BaseError, OSError) as error:
            raise _unavailable(error) from error

    async def _list(self, prefix: str) -> AsyncGenerator[Sequence["ObjectMeta"]]:
        listing = await self._call(partial(_listing, prefix=prefix))
        while (batch := await self._call(lambda _: next(listing, None))) is not None:
            yield batch

    async def _call(self, function: Callable[[LocalStore | S3Store], T]) -> T:
        store = self._opened()
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, store)

    def _opened(self) -> LocalStore | S3Store:
        if self._store is None:
            self._store = _folder(self._folder) if self._bucket is None else _s3(self._bucket)
        return self._store


def _put(store: LocalStore | S3Store, folder: Path | None, key: str, content: bytes) -> None:
    obstore.put(store, key, content, use_multipart=False)
    if folder is not None:
        _settle(folder / key)


def _delete(store: LocalStore | S3Store, path: str) -> None:
    with suppress(FileNotFoundError):
        obstore.delete(store, path)


def _listing(store: LocalStore | S3Store, prefix: str) -> Iterator[Sequence["ObjectMeta"]]:
    return iter(obstore.list(store, prefix or None, chunk_size=_LISTED))  # pyright: ignore[reportUnknownMemberType] - one overload needs Arrow


def _folder(folder: Path | None) -> LocalStore:
    if folder is None:
        raise AssertionError("storage is a folder or a bucket")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return LocalStore(folder, automatic_cleanup=True)


def _s3(bucket: Bucket) -> S3Store:
    given = {"region": bucket.region, "endpoint": bucket.endpoint}
    given |= {"access_key_id": bucket.key, "secret_access_key": bucket.secret}
    return S3Store(
        bucket.name,
        prefix=bucket.prefix or None,
        config={name: value for name, value in given.items() if value is not None},  # pyright: ignore[reportArgumentType] - a typed dictionary
        client_options={
            "allow_http": bucket.endpoint is not None and bucket.endpoint.startswith("http:"),
            "connect_timeout": _CONNECT,
            "timeout": _CALL,
        },
        retry_config={"max_retries": 2, "retry_timeout": _RETRY},
    )


def _settle(file: Path) -> None:
    """Syncs a file, its name and its folders, so that they survive a power failure."""
    for path in (file, *list(file.parents)[:4]):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@asynccontextmanager
async def _away() -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(_CALL.total_seconds()):
            yield
    except (BaseError, OSError, TimeoutError) as error:
        raise _unavailable(error) from error


def _unavailable(error: Exception) -> Unavailable:
    return Unavailable(
        "The file storage is not responding.",
        headers={"Retry-After": str(_RETRY_AFTER_S)},
        reason=_reason(error),
    )


def _reason(error: Exception) -> str:
    """Returns the error of a local file, or the status and code of a bucket's response, without its text."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    said = str(error)
    status, code = _STATUS.search(said), _CODE.search(said)
    if status is not None:
        return f"status {status[1]}" + (f", {code[1]}" if code else "")
    if "error sending request" in said:
        return "no connection"
    return type(error).__name__
