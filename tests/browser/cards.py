"""Cards prepared over HTTP before a browser test opens its page."""

from typing import Any

from tests import make
from tests.media import files, sounds
from tests.web import visitor
from tests.world import World
from wellwish.base import ids

HANDS = ("kalam", "caveat", "patrick", "gochi", "reenie", "shadows", "courier")
INKS = ("navy", "berry", "green", "rust", "plum", "charcoal")
PAPERS = ("cream", "blush", "butter", "mint", "sky", "lilac")
NAMES = (
    "Jonas Otten",
    "Sana Amari",
    "Lena Marsh",
    "Tomás",
    "أمل",
    "Ines",
    "Björn",
    "Yuki",
    "Abe",
    "Wilhelmina",
)
WORDS = (
    "Happy birthday, Maya. May your year be as bright as your scarf collection.",
    "Ten years of tea breaks with you, and I would not have missed one. Have the best day.",
    "كل عام وأنتِ بخير يا مايا",
    "To the only person who reads the manual: happy birthday! 🎂",
    "You taught me to ask one more question. Thank you for that, and for the plum cake in the rain.",
    "Cake at four?",
)


async def card(world: World, *, sympathy: bool = False, **fields: Any) -> dict[str, Any]:
    """Creates alice's card for Maya, which anybody can read once it is closed."""
    if sympathy:
        designs = (await world.alice.get("/api/templates?occasion=sympathy")).json()["data"]
        fields["template_id"] = designs[0]["template_id"]
    given = {"recipient": "Maya", "recipients": [{"name": "Maya"}], "public_read": True, **fields}
    return await make.card(world.alice, **given)


async def invited(world: World, card_id: str, email: str = "noor@example.com") -> str:
    """Invites the address and returns the link of the invitation that was sent."""
    await make.invitations(world.alice, card_id, email)
    await world.work()
    rows = (await world.alice.get(f"/api/cards/{card_id}/invitations")).json()["data"]
    return next(each["link"] for each in rows if each["delivery_id"] == email)


async def sign(world: World, link: str, **fields: Any) -> visitor.Visitor:
    """Signs through a link without a browser."""
    one = visitor.Visitor(world)
    answer = await one.sign(link.removeprefix(world.services.settings.base_url), **fields)
    assert answer.status_code == 303, answer.text
    return one


async def note(world: World, card_id: str, index: int = 0, **fields: Any) -> dict[str, Any]:
    """Adds a note; the index selects the name, the words, the handwriting, the ink and the paper."""
    look = {
        "pen": HANDS[index % len(HANDS)],
        "ink": INKS[index % len(INKS)],
        "paper": PAPERS[index % len(PAPERS)],
    }
    body = {"name": NAMES[index % len(NAMES)], "note": {"text": WORDS[index % len(WORDS)], **look, **fields}}
    answer = await world.alice.post(f"/api/cards/{card_id}/contributions", body)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def thing(world: World, card_id: str, kind: str, content: bytes = b"", **more: Any) -> str:
    """Uploads a photo, GIF, drawing or recording for a note and returns its ID."""
    body = {"kind": "drawing", "strokes": files.STROKES} if kind == "drawing" else files.body(kind, content)
    answer = await world.alice.post(f"/api/cards/{card_id}/media", {**body, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def written(world: World, count: int = 8, *, close: bool = True, **fields: Any) -> dict[str, Any]:
    """Creates a card with notes; the first four carry a photo, a drawing, a recording and a GIF."""
    made = await card(world, **fields)
    things = [
        ("photo", files.photo(1200, 900), {"description": "Us at the lake"}),
        ("drawing", b"", {}),
        ("voice", sounds.ogg(12), {"transcript": "Happy birthday to you"}),
        ("gif", files.gif(), {}),
    ]
    for index in range(count):
        media = [
            await thing(world, made["id"], kind, content, **more)
            for kind, content, more in things[index : index + 1]
        ]
        await note(world, made["id"], index, **({"media": media} if media else {}))
    await world.work()
    if close:
        await shut(world, made)
    return made


async def crowd(world: World, made: dict[str, Any], count: int) -> None:
    """Inserts `count` notes in one SQL batch, because that many requests would take too long."""
    await world.owner.executemany(
        """
        insert into contributions (id, note_id, account_id, card_id, source, name, anonymous, note_text, pen,
          ink, paper, visibility, note_status, published_at, created_at, updated_at)
        values ($1, $2, $3, $4, 'owner', $5, false, $6, $7, $8, $9,
          'everyone', 'published', now(), now(), now())
        """,
        [
            (
                ids.new("ctb"),
                ids.new("note"),
                world.alice.account_id,
                made["id"],
                f"{NAMES[each % len(NAMES)]} {each}",
                WORDS[each % len(WORDS)],
                HANDS[each % len(HANDS)],
                INKS[each % len(INKS)],
                PAPERS[each % len(PAPERS)],
            )
            for each in range(count)
        ],
    )


async def shut(world: World, made: dict[str, Any]) -> None:
    """Closes the card so that the recipient can view it."""
    answer = await world.alice.post(f"/api/cards/{made['id']}/close")
    assert answer.status_code == 200, answer.text


async def notes(world: World, made: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the notes on the card as its owner sees them."""
    return (await world.alice.get(f"/api/cards/{made['id']}/contributions")).json()["data"]


def view(made: dict[str, Any]) -> str:
    return made["recipients"][0]["view_url"]
