"""The machine-readable content of a downloaded card, identical to the page in the folder."""

from collections.abc import Sequence

from wellwish.base import clock
from wellwish.keepsake.card_json import CopiedCard, CopiedMedia, CopiedNote, CopiedThanks
from wellwish.web.view.printed import Whole
from wellwish.web.view.sheet import Sheet


def copied_card(whole: Whole, notes: Sequence[Sheet], *, has_cover: bool) -> CopiedCard:
    """Returns the card with its notes. URLs in the notes are paths in the folder."""
    show, opened = whole.show, whole.opened
    return CopiedCard(
        format="wellwish.card",
        version=1,
        title=show.title,
        sender=show.sender,
        recipients=[each.name for each in opened.recipients if each.name],
        occasion=opened.design.occasion,
        locale=opened.row.locale,
        saved_at=clock.rfc3339(opened.now),
        cover="cover.svg" if has_cover else None,
        music=show.music,
        logo=show.logo,
        notes=[_copied(each) for each in notes],
        thanks=[
            CopiedThanks(
                each.text,
                each.name,
                [
                    CopiedMedia(
                        "voice" if file.kind == "voice" else "photo",
                        file.files[0].url,
                        description=file.description,
                        transcript=file.transcript,
                    )
                    for file in each.media
                ],
            )
            for each in show.thanks
        ],
    )


def _copied(note: Sheet) -> CopiedNote:
    made = [
        CopiedMedia("photo", each.moving or each.src, description=each.description) for each in note.photos
    ]
    if note.film is not None:
        made.append(CopiedMedia("video", note.film.src, description=note.film.poster.description))
    if note.drawing is not None:
        made.append(CopiedMedia("drawing", note.drawing.src, description=note.drawing.description))
    if note.voice is not None:
        made.append(CopiedMedia("voice", note.voice.src, transcript=note.voice.transcript))
    return CopiedNote(
        text=note.text,
        lang=note.lang,
        name=note.by,
        pen=note.pen,
        ink=note.ink,
        paper=note.paper,
        visibility="recipient" if note.is_private else "everyone",
        media=made,
    )
