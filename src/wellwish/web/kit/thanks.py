"""Thanks as displayed: the text and the files."""

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from wellwish.infra.http import Services
from wellwish.media import media
from wellwish.media.media import Media
from wellwish.thanks.thanks import Said


class ShownThanks(Struct, frozen=True):
    """The thanks of a recipient; ``contribution_id`` is empty for thanks to everyone."""

    recipient_id: str
    contribution_id: str
    name: str | None
    text: str
    media: list[Media]


def shown_thanks(
    said: Sequence[Said], services: Services, place: Mapping[str, str] | None = None
) -> list[ShownThanks]:
    """Returns the thanks with a text or a file to show.

    ``place`` maps ``media id/name`` to the path of a file in a downloaded copy; other files are omitted.
    """
    shown = [
        ShownThanks(
            each.recipient_id,
            each.contribution_id,
            each.name,
            each.text,
            [
                placed
                for row in each.ready
                if (placed := _placed(media.record(row, services), place)) is not None
            ],
        )
        for each in said
    ]
    return [each for each in shown if each.text or each.media]


def _placed(record: Media, place: Mapping[str, str] | None) -> Media | None:
    if place is None:
        return record
    files = [
        structs.replace(file, url=place[f"{record.id}/{file.name}"])
        for file in record.files
        if f"{record.id}/{file.name}" in place
    ]
    return structs.replace(record, files=files) if files else None
