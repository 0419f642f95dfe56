"""card.json in the downloaded folder: the card content in machine-readable form (docs/card.schema.json).

Removing a member or changing its meaning increases ``version``; adding a member does not.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

NAME: Final = "card.json"


class CopiedMedia(Struct, frozen=True):
    """A photo, video, drawing or recording of a note or of thanks: its file in the folder."""

    kind: Literal["photo", "video", "drawing", "voice"]
    file: Annotated[str, Meta(description="Path in the folder.")]
    description: Annotated[str, Meta(description="What a picture shows.")] | None = None
    transcript: Annotated[str, Meta(description="The words of a recording.")] | None = None


class CopiedNote(Struct, frozen=True):
    """A note that is visible through the link of the download."""

    text: str
    lang: Annotated[str, Meta(description="Language tag (BCP 47) of the text; null if unknown.")] | None
    name: Annotated[str, Meta(description="The author; null if anonymous or not visible.")] | None
    pen: str
    ink: str
    paper: str
    visibility: Literal["everyone", "recipient"]
    media: list[CopiedMedia]


class CopiedThanks(Struct, frozen=True):
    """A recipient's message to everyone who signed."""

    text: str
    name: str | None
    media: Annotated[list[CopiedMedia], Meta(max_length=2)] = []


class CopiedCard(Struct, frozen=True):
    """The card as the pages of the folder show it."""

    format: Literal["wellwish.card"]
    version: Literal[1]
    title: str
    sender: str
    recipients: list[str]
    occasion: str
    locale: Annotated[str, Meta(description="Language tag (BCP 47) of the card.")]
    saved_at: Annotated[str, Meta(description="Time of the download (RFC 3339).")]
    cover: Annotated[str, Meta(description="File of the cover in the folder.")] | None
    music: Annotated[str, Meta(description="File of the music in the folder.")] | None
    logo: Annotated[str, Meta(description="File of the logo in the folder.")] | None
    notes: Annotated[list[CopiedNote], Meta(description="In the order of signing.")]
    thanks: list[CopiedThanks]


def content(card: CopiedCard) -> bytes:
    return msgspec.json.format(msgspec.json.encode(card), indent=2)


def schema() -> dict[str, Any]:
    """Returns the JSON Schema of the file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(CopiedCard)}
