"""Create and list cards with FastAPI and SQLAlchemy's ORM, in idiomatic code.

It follows the guides of both: one session per request from a dependency, mapped classes, the unit of work,
`selectinload` for the relations of a card, and pydantic models for input and output. It does the same work as
Wellwish: it looks up the token, sets row-level security for the transaction, locks the purchase and takes one
card from it, writes card, recipients, links and event, and returns the same fields. It is tuned as a careful
user would: sessions do not expire at commit, the commit precedes the response as in Wellwish, the pool has
one connection per concurrent request, and asyncpg caches prepared statements. It omits problem documents,
warnings, budgets, request IDs and logs.
"""

import os
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, time
from typing import Annotated, Any, Final
from zoneinfo import ZoneInfo

from fastapi import Depends, FastAPI, Header, HTTPException, Query
from sqlalchemy import func, or_, select, text
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import selectinload

from orm import models
from orm.models import AccessToken, Account, BundlePurchase, Card, Invitation, Link, Recipient
from orm.schemas import CardIn, CardOut, CardPage, CollectionOut, Counts, RecipientIn, RecipientOut
from wellwish.base import ids
from wellwish.base.crypto import Keys, link_hash

_KEYS: Final = Keys(bytes.fromhex(os.environ["BENCH_SECRET_KEY"]))
_BASE_URL: Final = os.environ["BENCH_BASE_URL"]
_PATHS: Final = {"sign": "s", "view": "c", "public_view": "c"}
_GONE: Final = ("revoked", "failed", "bounced", "suppressed")

engine = create_async_engine(
    os.environ["BENCH_DATABASE_URL"],
    pool_size=int(os.environ["BENCH_POOL_SIZE"]),
    max_overflow=0,
)
sessions = async_sessionmaker(engine, expire_on_commit=False)
app = FastAPI()


async def session() -> AsyncIterator[AsyncSession]:
    """Yields one request's session in a transaction."""
    async with sessions() as opened, opened.begin():
        yield opened


Session = Annotated[AsyncSession, Depends(session, scope="function")]  # commits before the response is sent


async def caller(db: Session, authorization: Annotated[str, Header()]) -> AccessToken:
    """Returns the token's owner. From here on, row-level security limits the transaction to this account."""
    hashed = _KEYS.hash(authorization.removeprefix("Bearer "))
    now = datetime.now(UTC)
    token = await db.scalar(
        select(AccessToken).where(AccessToken.hash == hashed, AccessToken.expires_at > now)
    )
    if token is None:
        raise HTTPException(401)
    await db.execute(text("select set_config('app.account_ids', :ids, true)"), {"ids": token.account_id})
    return token


Caller = Annotated[AccessToken, Depends(caller)]


@app.get("/readyz")
async def readyz() -> dict[str, str]:
    return {"status": "ok"}


@app.post("/api/cards", status_code=201)
async def create(new: CardIn, db: Session, who: Caller) -> CardOut:
    """Creates a card from one of the account's purchases."""
    now = datetime.now(UTC)
    design = await db.get(models.Template, new.template_id)
    account = await db.get(Account, who.account_id)
    if design is None or design.retired_at is not None or account is None:
        raise HTTPException(404)
    purchase = await db.scalar(_available(who.account_id, new.bundle_purchase_id, now))
    if purchase is None:
        raise HTTPException(409)
    purchase.cards_used += 1
    purchase.version += 1
    purchase.updated_at = now
    card = _card(new, who.account_id, purchase, design, account, now)
    db.add(card)
    await db.flush()
    links = [("view", person.id) for person in card.recipients]
    if card.shared_link:
        links.append(("sign", card.id))
    db.add_all(
        Link(hash=link_hash(_token(kind, subject)), account_id=card.account_id, kind=kind, subject_id=subject,
             card_id=card.id)
        for kind, subject in links
    )  # fmt: skip
    data = {"card_id": card.id, "status": "open", "template_id": design.id, "bundle_purchase_id": purchase.id}
    db.add(
        models.Event(account_id=card.account_id, id=ids.new("evt"), type="card.created", card_id=card.id,
                     data=data, created_at=now)
    )  # fmt: skip
    await db.flush()
    return _out(card, now)


@app.get("/api/cards")
async def browse(db: Session, who: Caller, limit: Annotated[int, Query(ge=1, le=200)] = 100) -> CardPage:
    now = datetime.now(UTC)
    found = await db.scalars(
        select(Card)
        .where(Card.account_id == who.account_id, Card.deleted_at.is_(None))
        .order_by(Card.id.desc())
        .limit(limit + 1)
        .options(selectinload(Card.recipients))
    )
    cards = found.all()
    nobody = Counts(invited=0, contributed=0, pending=0)
    counts = await _counts(db, who.account_id, [card.id for card in cards])
    await db.scalars(select(models.CardGrant).where(models.CardGrant.user_id == who.user_id))
    shown = cards[:limit]
    return CardPage(
        data=[_out(card, now, counts.get(card.id, nobody)) for card in shown],
        has_more=len(cards) > limit,
        next_cursor=shown[-1].id if len(cards) > limit else None,
    )


def _available(account_id: str, purchase_id: str | None, now: datetime) -> Any:
    wanted = select(BundlePurchase).where(
        BundlePurchase.account_id == account_id,
        BundlePurchase.status == "active",
        BundlePurchase.payment_status == "paid",
        BundlePurchase.cards_used < BundlePurchase.cards_total,
        or_(BundlePurchase.expires_at.is_(None), BundlePurchase.expires_at > now),
    )
    if purchase_id is not None:
        wanted = wanted.where(BundlePurchase.id == purchase_id)
    order = (func.coalesce(BundlePurchase.expires_at, text("'infinity'::timestamptz")), BundlePurchase.id)
    return wanted.order_by(*order).limit(1).with_for_update()


def _card(
    new: CardIn,
    account_id: str,
    purchase: BundlePurchase,
    design: models.Template,
    account: Account,
    now: datetime,
) -> Card:
    timezone = new.timezone or account.timezone
    people = list(new.recipients)
    if new.recipient or new.recipient_email:
        people.insert(0, RecipientIn(name=new.recipient, email=new.recipient_email))
    card_id = ids.new("card")
    collection = new.collection.model_dump()
    collection["currency"] = collection["currency"] or account.currency
    plain = new.model_dump(exclude={"collection", "recipients", "bundle_purchase_id"})
    plain |= {
        "timezone": timezone,
        "locale": new.locale or account.locale,
        "palette": new.palette or design.palettes[0]["name"],
        "custom_effect": new.custom_effect or design.effect,
    }
    return Card(
        account_id=account_id,
        id=card_id,
        bundle_purchase_id=purchase.id,
        contribution_ends_at=_end(new.contribution_end_date, timezone),
        created_at=now,
        updated_at=now,
        recipients=[
            Recipient(account_id=account_id, card_id=card_id, id=ids.new("rcp"), position=position,
                      **person.model_dump())
            for position, person in enumerate(people)
        ],
        **plain,
        **collection,
    )  # fmt: skip


async def _counts(db: AsyncSession, account_id: str, card_ids: Sequence[str]) -> dict[str, Counts]:
    found = await db.execute(
        select(Invitation.card_id, func.count(), func.count(Invitation.contributed_at))
        .where(
            Invitation.account_id == account_id,
            Invitation.card_id.in_(card_ids),
            Invitation.status.not_in(_GONE),
        )
        .group_by(Invitation.card_id)
    )
    return {
        card_id: Counts(invited=invited, contributed=contributed, pending=invited - contributed)
        for card_id, invited, contributed in found.all()
    }


def _end(day: str | None, timezone: str) -> datetime | None:
    if day is None:
        return None
    last = time(23, 59, 59, 999000)
    return datetime.combine(datetime.fromisoformat(day).date(), last, ZoneInfo(timezone)).astimezone(UTC)


def _token(kind: str, subject_id: str, version: int = 1) -> str:
    return _KEYS.link_token(kind, subject_id, version)


def _url(kind: str, subject_id: str, version: int) -> str:
    return f"{_BASE_URL}/{_PATHS[kind]}/{_token(kind, subject_id, version)}"


def _out(card: Card, now: datetime, counts: Counts | None = None) -> CardOut:
    ended = card.contribution_ends_at is not None and card.contribution_ends_at <= now
    columns = {name: getattr(card, name) for name in CardOut.model_fields if hasattr(card, name)}
    columns["recipients"] = [
        RecipientOut(
            id=person.id, name=person.name, locale=person.locale, email=person.email, phone=person.phone,
            external_id=person.external_id, view_url=_url("view", person.id, person.link_version),
        )
        for person in card.recipients
    ]  # fmt: skip
    return CardOut(
        **columns,
        status="closed" if card.state == "open" and ended else card.state,
        collection=CollectionOut.model_validate(card),
        sign_url=_url("sign", card.id, card.shared_link_version) if card.shared_link else None,
        view_url=_url("public_view", card.id, card.public_link_version) if card.public_read else None,
        counts=counts,
    )
