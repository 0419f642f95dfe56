"""A request of an account to export or erase a person's data: its row, its body, its start and its end."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta, Struct

from wellwish.accounts.access import Owning
from wellwish.base import ids
from wellwish.base.errors import DataRequestRunning, Fault, InvalidRequest
from wellwish.delivery import suppression
from wellwish.infra import events
from wellwish.infra.db import Tx
from wellwish.infra.http import Body, Services, line
from wellwish.infra.http.addresses import email_address, phone_number
from wellwish.people import person as people
from wellwish.privacy.person import Person, parse_person
from wellwish.privacy.tally import Tally

Kind = Literal["export", "erasure"]
Status = Literal["pending", "completed", "failed"]
_PREFIXES: Final[dict[Kind, str]] = {"export": "exp", "erasure": "era"}
_IDS: Final[dict[Kind, str]] = {"export": "export_id", "erasure": "erasure_id"}

_FOLDER: Final = "exports"
_ONE: Final = "Send exactly one of `email`, `phone` and `person_id`."
_NO_ADDRESS: Final = "This person has neither an email address nor a phone number. Delete the person instead."


class DataSubject(Body, frozen=True, kw_only=True):
    """The person whose data is exported or erased: exactly one of the fields."""

    closed: ClassVar[bool] = True

    email: (
        Annotated[str, line(254, "Email address.", check=email_address, schema={"format": "email"})] | None
    ) = None
    phone: (
        Annotated[
            str, line(40, "Phone number with a country code.", check=lambda given: phone_number(given, None))
        ]
        | None
    ) = None
    person_id: (
        Annotated[
            str,
            line(
                40,
                "ID of one of your people, who is then found by their email address, or else by their phone "
                "number.",
                schema={"pattern": ids.pattern("per")},
            ),
        ]
        | None
    ) = None

    def faults(self) -> Iterator[Fault]:
        """Yields a fault unless exactly one field is given."""
        if sum(each is not None for each in (self.email, self.phone, self.person_id)) != 1:
            yield Fault("", "invalid_value", _ONE)


class Subject(Struct, frozen=True):
    """The person of a request, and the ID under which it names them."""

    person: Person
    person_id: str | None


class KindCount(Struct, frozen=True):
    """The numbers of records of one kind in an export of an account: expected, and written."""

    kind: str
    total: int
    done: int = 0


class Whole(Struct, frozen=True):
    """The progress of an export of an account: the next kind, and the place within it."""

    kinds: list[KindCount]
    is_test: bool
    kind: int = 0
    after: str | None = None


class DataRequestRow(Struct, frozen=True):
    """A row of data_requests."""

    id: str
    status: Status
    status_reason: str | None
    sealed_address: bytes | None
    address_hash: bytes
    person_id: str | None
    tally: Tally
    whole: Whole | None
    steps_total: int
    steps_done: int
    receipt: str | None
    signature: bytes | None
    key_id: str | None
    folder: str | None
    size_bytes: int | None
    expires_at: datetime | None
    finished_at: datetime | None
    created_at: datetime
    updated_at: datetime


def folder_of(account_id: str, export_id: str = "") -> str:
    """Returns the folder of an export, or of all exports of the account."""
    return f"{_FOLDER}/{account_id}" + (f"/{export_id}" if export_id else "")


def addresses(services: Services, row: DataRequestRow) -> tuple[str | None, str | None]:
    """Returns the email address or the phone number, while the row has it."""
    if row.sealed_address is None:
        return None, None
    address = suppression.unseal(services.keys, row.sealed_address)
    return (address, None) if "@" in address else (None, address)


def person_of(services: Services, row: DataRequestRow) -> Person:
    """Raises AssertionError if the request has ended."""
    address = next(filter(None, addresses(services, row)), None)
    if address is None:
        raise AssertionError(row.id)
    return parse_person(address)


async def find_subject(tx: Tx, owning: Owning, whom: DataSubject) -> Subject:
    """Raises NotFound for an unknown person, InvalidRequest for one without an address."""
    if whom.person_id is None:
        return Subject(parse_person(whom.email or whom.phone or ""), None)
    row = await people.load(tx, owning.account_id, whom.person_id)
    address = row.email or row.phone
    if address is None:
        raise InvalidRequest(faults=[Fault("/person_id", "invalid_value", _NO_ADDRESS)])
    return Subject(parse_person(address), row.id)


async def insert(
    tx: Tx, services: Services, account_id: str, kind: Kind, subject: Subject, tally: Tally
) -> DataRequestRow:
    """Raises DataRequestRunning with the id of an unfinished request for the same person."""
    hashed, request_id = subject.person.erasure_hash(services.keys), ids.new(_PREFIXES[kind])
    row = await tx.maybe(
        DataRequestRow,
        """
        insert into data_requests (account_id, id, kind, status, sealed_address, address_hash, person_id,
          folder, tally, created_at, updated_at)
        values (:account_id, :id, :kind, 'pending', :sealed_address, :address_hash, :person_id,
          :folder, :tally::jsonb, :now, :now)
        on conflict (account_id, address_hash) where status = 'pending' do nothing
        returning {columns}
        """,
        account_id=account_id,
        id=request_id,
        kind=kind,
        sealed_address=suppression.seal(services.keys, subject.person.key).sealed,
        address_hash=hashed,
        person_id=subject.person_id,
        folder=folder_of(account_id, request_id) if kind == "export" else None,
        tally=msgspec.json.encode(tally).decode(),
    )
    if row is None:
        raise await running(tx, account_id, hashed)
    return row


class _Running(Struct):
    id: str
    kind: Kind


async def running(tx: Tx, account_id: str, hashed: bytes) -> DataRequestRunning:
    """Returns the refusal with the id of the unfinished request."""
    other = await tx.maybe(
        _Running,
        """
        select id, kind from data_requests
        where account_id = :account_id and address_hash = :address_hash and status = 'pending'
        """,
        account_id=account_id,
        address_hash=hashed,
    )
    return DataRequestRunning(members={} if other is None else {_IDS[other.kind]: other.id})


async def load(tx: Tx, account_id: str, kind: Kind, request_id: str) -> DataRequestRow:
    """Raises NotFound."""
    return await tx.found(
        DataRequestRow,
        """
        select {columns} from data_requests
        where account_id = :account_id and id = :id and kind = :kind
        """,
        account_id=account_id,
        id=request_id,
        kind=kind,
    )


async def load_many(
    tx: Tx, account_id: str, kind: Kind, after: str | None, count: int, of: str | None = None
) -> list[DataRequestRow]:
    """Returns the requests before the id ``after``, newest first; ``of`` selects people or the account."""
    return await tx.many(
        DataRequestRow,
        """
        select {columns} from data_requests
        where account_id = :account_id and kind = :kind and (:after::text is null or id < :after)
          and (:of::text is null or (whole is null) = (:of = 'person'))
        order by id desc limit :count
        """,
        account_id=account_id,
        kind=kind,
        after=after,
        of=of,
        count=count,
    )


async def lock_pending(tx: Tx, account_id: str, request_id: str) -> DataRequestRow | None:
    """Returns the request, locked until the transaction ends, or None if it has ended."""
    return await tx.maybe(
        DataRequestRow,
        """
        select {columns} from data_requests
        where account_id = :account_id and id = :id and status = 'pending' for no key update
        """,
        account_id=account_id,
        id=request_id,
    )


async def fail(tx: Tx, account_id: str, request_id: str) -> None:
    """Marks the request of a dead job as failed, without the address. The purge deletes its folder."""
    kind = await tx.value(
        """
        update data_requests set status = 'failed', status_reason = 'internal_error', sealed_address = null,
          expires_at = case when folder is not null then :now::timestamptz end, finished_at = :now,
          updated_at = :now
        where account_id = :account_id and id = :id and status = 'pending' returning kind
        """,
        account_id=account_id,
        id=request_id,
    )
    if kind is not None:
        data = {f"{kind}_id": request_id, "status": "failed"}
        await events.record(tx, account_id, f"{kind}.failed", data=data)


StatusReason = Annotated[
    str,
    Meta(
        description="Why it failed, such as `internal_error`. `person_erased`: a person in it was erased.",
        pattern="^[a-z_]+$",
        max_length=64,
    ),
]
