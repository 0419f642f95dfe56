"""The tables of Wellwish as mapped classes."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKeyConstraint, SmallInteger, Text
from sqlalchemy.dialects.postgresql import JSONB, TIMESTAMP
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """Base of the mapped classes, with the column types of Wellwish's schema."""

    type_annotation_map = {str: Text, datetime: TIMESTAMP(timezone=True)}


class AccessToken(Base):
    __tablename__ = "access_tokens"

    hash: Mapped[bytes] = mapped_column(primary_key=True)
    account_id: Mapped[str]
    user_id: Mapped[str]
    credential_id: Mapped[str]
    expires_at: Mapped[datetime]


class Account(Base):
    __tablename__ = "accounts"

    id: Mapped[str] = mapped_column(primary_key=True)
    currency: Mapped[str]
    timezone: Mapped[str]
    locale: Mapped[str]


class Template(Base):
    __tablename__ = "templates"

    id: Mapped[str] = mapped_column(primary_key=True)
    effect: Mapped[str]
    palettes: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    retired_at: Mapped[datetime | None]


class BundlePurchase(Base):
    __tablename__ = "bundle_purchases"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    status: Mapped[str]
    payment_status: Mapped[str]
    cards_total: Mapped[int]
    cards_used: Mapped[int]
    expires_at: Mapped[datetime | None]
    version: Mapped[int]
    updated_at: Mapped[datetime]


class Card(Base):
    __tablename__ = "cards"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    bundle_purchase_id: Mapped[str]
    template_id: Mapped[str]
    title: Mapped[str]
    sender: Mapped[str]
    recipient: Mapped[str | None]
    recipient_email: Mapped[str | None]
    audio_file: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    card_type: Mapped[int] = mapped_column(SmallInteger)
    auto_reminders: Mapped[bool]
    public_read: Mapped[bool]
    contribution_end_date: Mapped[str | None]
    contribution_ends_at: Mapped[datetime | None]
    contribution_limit: Mapped[int | None]
    custom_logo: Mapped[str | None]
    custom_effect: Mapped[str | None]
    extra_data: Mapped[str | None]
    palette: Mapped[str]
    cover_text: Mapped[list[str] | None] = mapped_column(JSONB(none_as_null=True))
    moderation: Mapped[str]
    timezone: Mapped[str]
    locale: Mapped[str]
    shared_link: Mapped[bool]
    external_id: Mapped[str | None]
    add_money: Mapped[str]
    see_total: Mapped[str]
    see_contributors: Mapped[str]
    add_cash: Mapped[bool]
    restrict_cash: Mapped[bool]
    currency: Mapped[str]
    see_contributor_names: Mapped[int] = mapped_column(SmallInteger)
    suggested_amounts: Mapped[list[int] | None] = mapped_column(JSONB(none_as_null=True))
    min_amount: Mapped[int | None]
    max_amount: Mapped[int | None]
    goal_amount: Mapped[int | None]
    state: Mapped[str] = mapped_column(default="open")
    closed_at: Mapped[datetime | None]
    archived_at: Mapped[datetime | None]
    cancelled_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]
    shared_link_version: Mapped[int] = mapped_column(default=1)
    public_link_version: Mapped[int] = mapped_column(default=1)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]

    recipients: Mapped[list["Recipient"]] = relationship(order_by="Recipient.position")


class Recipient(Base):
    __tablename__ = "recipients"
    __table_args__ = (ForeignKeyConstraint(["account_id", "card_id"], ["cards.account_id", "cards.id"]),)

    account_id: Mapped[str] = mapped_column(primary_key=True)
    card_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int]
    name: Mapped[str | None]
    email: Mapped[str | None]
    phone: Mapped[str | None]
    locale: Mapped[str | None]
    external_id: Mapped[str | None]
    link_version: Mapped[int] = mapped_column(default=1)


class Link(Base):
    __tablename__ = "links"

    hash: Mapped[bytes] = mapped_column(primary_key=True)
    account_id: Mapped[str]
    kind: Mapped[str]
    subject_id: Mapped[str]
    card_id: Mapped[str]


class Event(Base):
    __tablename__ = "events"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    type: Mapped[str]
    card_id: Mapped[str | None]
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[datetime]


class Invitation(Base):
    __tablename__ = "invitations"

    account_id: Mapped[str] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    card_id: Mapped[str]
    status: Mapped[str]
    contributed_at: Mapped[datetime | None]


class CardGrant(Base):
    __tablename__ = "card_grants"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    card_id: Mapped[str] = mapped_column(primary_key=True)
    account_id: Mapped[str] = mapped_column(primary_key=True)
