"""The common parts of the generated resources: callers, and pages of lists."""

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import quote

from wellwish_sdk.core import Input, Operation

T = TypeVar("T")


class Caller(Protocol):
    """Performs operations: ``Wellwish``."""

    def perform(self, operation: Operation, path: str, given: Input) -> Any: ...


class AsyncCaller(Protocol):
    """Performs operations: ``AsyncWellwish``."""

    async def perform(self, operation: Operation, path: str, given: Input) -> Any: ...


def path_of(operation: Operation, segments: Mapping[str, str]) -> str:
    """Fills in the path. Raises ValueError if an ID is blank, since the path would name another resource."""
    quoted: dict[str, str] = {}
    for name, value in segments.items():
        if not value.strip("./ "):
            raise ValueError(f"{name} is blank.")
        quoted[name] = quote(value, safe="")
    return operation.path.format_map(quoted)


@dataclass
class Page(Generic[T]):
    """One page of a list. ``auto_paging_iter`` continues with the next pages."""

    data: list[T]
    next_cursor: str | None
    raw: Any
    _caller: Caller
    _call: tuple[Operation, str, dict[str, Any]]

    def auto_paging_iter(self) -> Iterator[T]:
        """All records from this page on."""
        page = self
        while True:
            yield from page.data
            following = page.next_page()
            if following is None:
                return
            page = following

    def next_page(self) -> "Page[T] | None":
        if not self.next_cursor:
            return None
        operation, path, query = self._call
        return first_page(self._caller, operation, path, {**query, "cursor": self.next_cursor})


@dataclass
class AsyncPage(Generic[T]):
    """One page of a list. ``auto_paging_iter`` continues with the next pages."""

    data: list[T]
    next_cursor: str | None
    raw: Any
    _caller: AsyncCaller
    _call: tuple[Operation, str, dict[str, Any]]

    async def auto_paging_iter(self) -> AsyncIterator[T]:
        """All records from this page on."""
        page = self
        while True:
            for each in page.data:
                yield each
            following = await page.next_page()
            if following is None:
                return
            page = following

    async def next_page(self) -> "AsyncPage[T] | None":
        if not self.next_cursor:
            return None
        operation, path, query = self._call
        return await async_first_page(self._caller, operation, path, {**query, "cursor": self.next_cursor})


def first_page(caller: Caller, operation: Operation, path: str, query: dict[str, Any]) -> Page[Any]:
    found = caller.perform(operation, path, Input(query=query))
    return Page(found.data, found.next_cursor, found, caller, (operation, path, query))


async def async_first_page(
    caller: AsyncCaller, operation: Operation, path: str, query: dict[str, Any]
) -> AsyncPage[Any]:
    found = await caller.perform(operation, path, Input(query=query))
    return AsyncPage(found.data, found.next_cursor, found, caller, (operation, path, query))


class Resource:
    """A group of operations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _perform(self, operation: Operation, segments: Mapping[str, str], given: Input) -> Any:
        return self._caller.perform(operation, path_of(operation, segments), given)

    def _list(self, operation: Operation, segments: Mapping[str, str], query: dict[str, Any]) -> Page[Any]:
        return first_page(self._caller, operation, path_of(operation, segments), query)


class AsyncResource:
    """A group of operations."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def _perform(self, operation: Operation, segments: Mapping[str, str], given: Input) -> Any:
        return await self._caller.perform(operation, path_of(operation, segments), given)

    async def _list(
        self, operation: Operation, segments: Mapping[str, str], query: dict[str, Any]
    ) -> AsyncPage[Any]:
        return await async_first_page(self._caller, operation, path_of(operation, segments), query)
