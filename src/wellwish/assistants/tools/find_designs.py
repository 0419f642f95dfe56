"""Find designs for a card."""

from typing import Annotated, Any

from msgspec import Struct

from wellwish.assistants.assistant import Assistant
from wellwish.designs.templates.template import OCCASIONS
from wellwish.infra.http import Body, line, whole, word


class DesignSearch(Body, frozen=True, kw_only=True):
    occasion: Annotated[str, word(OCCASIONS, "Occasion.")] | None = None
    query: Annotated[str, line(100, "Part of the design's name.")] | None = None
    limit: Annotated[int, whole(1, 30, "Most designs to return.")] = 10


class Design(Struct, frozen=True):
    template_id: str
    name: str
    occasion: str
    palettes: list[str]
    cover_url: str | None


class Designs(Struct, frozen=True):
    designs: list[Design]
    has_more: bool


async def find_designs(assistant: Assistant, given: DesignSearch) -> Designs:
    query = {"occasion": given.occasion, "q": given.query, "limit": str(given.limit)}
    found = await assistant.call("GET /api/templates", query=query)
    return Designs([design(each) for each in found["data"]], found["has_more"])


def design(template: dict[str, Any]) -> Design:
    return Design(
        template_id=template["template_id"],
        name=template["name"],
        occasion=template["occasion"],
        palettes=[each["name"] for each in template["palettes"]],
        cover_url=template["cover_url"],
    )
