"""Request and response bodies as pydantic models, with the limits and fields of Wellwish."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, EmailStr, Field, computed_field

Line = Annotated[str, Field(min_length=1, max_length=255)]
Audience = Literal["nobody", "everyone", "contributors", "recipient", "admins"]


class AudioFile(BaseModel):
    name: Line | None = None
    url: str | None = None


class CollectionIn(BaseModel):
    add_money: Audience = "nobody"
    see_total: Audience = "admins"
    see_contributors: Audience = "contributors"
    add_cash: bool = False
    restrict_cash: bool = False
    currency: Annotated[str, Field(min_length=3, max_length=3)] | None = None
    see_contributor_names: Annotated[int, Field(ge=0, le=3)] = 0
    suggested_amounts: Annotated[list[int], Field(max_length=4)] | None = None
    min_amount: int | None = None
    max_amount: int | None = None
    goal_amount: int | None = None


class RecipientIn(BaseModel):
    name: Line | None = None
    email: EmailStr | None = None
    phone: str | None = None
    locale: str | None = None
    external_id: Line | None = None


class CardIn(BaseModel):
    title: Line
    sender: Line
    template_id: Line
    collection: CollectionIn
    bundle_purchase_id: Line | None = None
    recipient: Line | None = None
    recipient_email: EmailStr | None = None
    recipients: Annotated[list[RecipientIn], Field(max_length=50)] = []
    audio_file: AudioFile | None = None
    card_type: Annotated[int, Field(ge=0, le=2)] = 0
    auto_reminders: bool = False
    public_read: bool = False
    contribution_end_date: str | None = None
    contribution_limit: Annotated[int, Field(ge=0, le=10_000)] | None = None
    custom_logo: str | None = None
    custom_effect: str | None = None
    extra_data: Annotated[str, Field(max_length=8192)] | None = None
    palette: str | None = None
    cover_text: Annotated[list[str], Field(max_length=3)] | None = None
    moderation: Literal["off", "pre", "post"] = "off"
    timezone: str | None = None
    locale: str | None = None
    shared_link: bool = True
    external_id: Line | None = None


class RecipientOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    object: Literal["recipient"] = "recipient"
    id: str
    name: str | None
    locale: str | None
    email: str | None
    phone: str | None
    external_id: str | None
    view_url: str


class Counts(BaseModel):
    invited: int
    contributed: int
    pending: int


class CollectionOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    add_money: str
    see_total: str
    see_contributors: str
    add_cash: bool
    restrict_cash: bool
    currency: str
    see_contributor_names: int
    suggested_amounts: list[int] | None
    min_amount: int | None
    max_amount: int | None
    goal_amount: int | None


class CardOut(BaseModel):
    model_config = ConfigDict(from_attributes=True)

    object: Literal["card"] = "card"
    id: str
    status: str
    role: Literal["owner"] = "owner"
    title: str
    sender: str
    template_id: str
    bundle_purchase_id: str
    recipient: str | None
    recipient_email: str | None
    recipients: list[RecipientOut]
    audio_file: dict[str, Any] | None
    card_type: int
    auto_reminders: bool
    public_read: bool
    contribution_end_date: str | None
    contribution_ends_at: datetime | None
    contribution_limit: int | None
    custom_logo: str | None
    custom_effect: str | None
    extra_data: str | None
    palette: str
    cover_text: list[str] | None
    moderation: str
    timezone: str
    locale: str
    shared_link: bool
    external_id: str | None
    collection: CollectionOut
    sign_url: str | None
    view_url: str | None
    closed_at: datetime | None
    archived_at: datetime | None
    cancelled_at: datetime | None
    version: int
    created_at: datetime
    updated_at: datetime
    counts: Counts | None = None

    @computed_field
    @property
    def card_id(self) -> str:
        return self.id


class CardPage(BaseModel):
    object: Literal["list"] = "list"
    data: list[CardOut]
    has_more: bool
    next_cursor: str | None
