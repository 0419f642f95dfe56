"""What Chromium shows of the corpus of odd pictures, compared with what the service makes of them."""

import base64
from collections.abc import Sequence
from typing import Any, Final

import pytest
from playwright.async_api import Browser

from tests.media import films
from tests.media.corpus import pictures, recordings
from tests.media.corpus.rows import COLUMNS, ROWS, Row, Shown, difference
from wellwish.base.limiter import Key
from wellwish.media import film, sniff
from wellwish.media.untrusted import rewrite

pytestmark = [pytest.mark.browser, pytest.mark.anyio]

# Draws a still picture as pages do, and the frames of an animation one by one.
_DRAW: Final = """
async ([files, columns, rows]) => {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const shown = (picture, width, height) => {
    [canvas.width, canvas.height] = [width, height];
    pen.clearRect(0, 0, width, height);
    pen.drawImage(picture, 0, 0);
    const colours = [];
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const [x, y] = [(2 * column + 1) * width / (2 * columns), (2 * row + 1) * height / (2 * rows)];
        colours.push([...pen.getImageData(Math.floor(x), Math.floor(y), 1, 1).data]);
      }
    return { size: [width, height], colours };
  };
  const drawn = async ({ type, content, moves }) => {
    const data = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
    if (!moves) {
      const picture = new Image();
      picture.src = URL.createObjectURL(new Blob([data], { type }));
      await picture.decode();
      return [shown(picture, picture.naturalWidth, picture.naturalHeight)];
    }
    const decoder = new ImageDecoder({ type, data });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const track = decoder.tracks.selectedTrack;
    const frames = [];
    for (let at = 0; at < track.frameCount; at++) {
      const { image } = await decoder.decode({ frameIndex: at });
      const frame = shown(image, image.displayWidth, image.displayHeight);
      frames.push({ ...frame, repeats: track.repetitionCount });
      image.close();
    }
    return frames;
  };
  const made = [];
  for (const file of files) made.push(await drawn(file).catch((error) => String(error)));
  return made;
}
"""


async def drawn(browser: Browser, rows: Sequence[Row]) -> list[Any]:
    """Returns what Chromium shows of each file: its frames, or the reason why it shows nothing."""
    files = [
        {
            "type": sniff.picture(row.content),
            "content": base64.b64encode(row.content).decode(),
            "moves": len(row.shown) > 1,
        }
        for row in rows
    ]
    page = await browser.new_page()
    try:
        # Only secure pages can decode single frames.
        await page.route("https://corpus.example/", lambda route: route.fulfill(body="<title>Corpus</title>"))
        await page.goto("https://corpus.example/")
        return await page.evaluate(_DRAW, [files, COLUMNS, ROWS])
    finally:
        await page.close()


def _fault(row: Row, seen: Any) -> str | None:
    """Returns how Chromium's picture differs from the expected one, or None."""
    if isinstance(seen, str):
        return seen if row.status == 201 else None
    if row.status != 201:
        return "Chromium shows it"
    if len(seen) != len(row.shown):
        return f"{len(seen)} frames"
    for number, (one, other) in enumerate(zip(seen, row.shown, strict=True)):
        found = Shown(tuple(one["size"]), [tuple(each) for each in one["colours"]])
        if found.size != other.size:
            return f"frame {number} has {found.size}"
        worst = difference(found.colours, other.colours)
        if worst > row.tolerance:
            return f"frame {number} differs by {worst}: {found.colours}, expected {other.colours}"
    repeats = seen[0].get("repeats")
    plays = 0 if repeats in (None, float("inf"), "Infinity") else int(repeats) + 1
    return None if len(seen) == 1 or plays == row.plays else f"plays {plays} times, expected {row.plays}"


async def test_chromium_shows_what_the_service_makes(browser: Browser) -> None:
    rows = pictures.rows()
    assert len(rows) > 200
    faults = {}
    for row, seen in zip(rows, await drawn(browser, rows), strict=True):
        fault = _fault(row, seen)
        if row.unlike_chromium:
            faults |= {} if fault else {row.name: "Chromium shows the same"}
        elif fault:
            faults[row.name] = fault
    assert not faults, "\n".join(f"{name}: {fault}" for name, fault in faults.items())


async def test_detects_a_changed_picture(browser: Browser) -> None:
    """The control."""
    first, second = (row for row in pictures.rows() if row.name in ("JPEG, 4:4:4", "PNG, grey, 1 bits"))
    seen = await drawn(browser, [first, second])
    assert _fault(first, seen[0]) is None
    assert _fault(second, seen[0]) is not None


# Decodes two recordings; returns the seconds of both, and the largest difference of their samples.
_LISTEN: Final = """
async (pairs) => {
  const context = new OfflineAudioContext(1, 1, 48000);
  const decode = (content) =>
    context.decodeAudioData(Uint8Array.from(atob(content), (each) => each.charCodeAt(0)).buffer);
  const decoded = [];
  for (const [sent, made] of pairs)
    decoded.push(
      await Promise.all([decode(sent), decode(made)]).then(
        ([one, other]) => {
          const [before, after] = [one.getChannelData(0), other.getChannelData(0)];
          const count = Math.min(before.length, after.length);
          let worst = 0;
          for (let at = 0; at < count; at++) worst = Math.max(worst, Math.abs(before[at] - after[at]));
          return [one.duration, other.duration, worst, Math.max(...before)];
        },
        (error) => String(error),
      ),
    );
  return decoded;
}
"""


async def listened(browser: Browser, pairs: Sequence[tuple[bytes, bytes]]) -> list[Any]:
    page = await browser.new_page()
    try:
        sent = [[base64.b64encode(each).decode() for each in pair] for pair in pairs]
        return await page.evaluate(_LISTEN, sent)
    finally:
        await page.close()


async def test_chromium_plays_what_the_service_keeps(browser: Browser) -> None:
    rows = [row for row in recordings.rows() if not row.code]
    made = [rewrite.answer(row.media_type, row.content)[1][0] for row in rows]
    pairs = [(row.sound or row.content, each) for row, each in zip(rows, made, strict=True)]
    faults = {}
    for row, decoded in zip(rows, await listened(browser, pairs), strict=True):
        is_right = (
            not isinstance(decoded, str)
            and abs(decoded[0] - decoded[1]) < 0.06
            and decoded[2] < 0.01 < decoded[3]
        )
        if not is_right:
            faults[row.name] = decoded
    assert len(rows) > 50
    assert not faults


async def test_chromium_does_not_play_apple_lossless(browser: Browser) -> None:
    """It is refused for this reason."""
    [lossless] = [row.content for row in recordings.rows() if row.name == "Apple Lossless"]
    [decoded] = await listened(browser, [(lossless, lossless)])
    assert isinstance(decoded, str)


# Returns the size of a video, and the colours in the middle of its quarters.
_WATCH: Final = """
async (content) => {
  const film = document.createElement("video");
  film.muted = true;
  const data = Uint8Array.from(atob(content), (each) => each.charCodeAt(0));
  film.src = URL.createObjectURL(new Blob([data], { type: "video/mp4" }));
  document.body.append(film);
  await new Promise((done, failed) => {
    film.onloadeddata = done;
    film.onerror = () => failed(new Error(film.error.message));
  });
  const shown = new Promise((done) => film.requestVideoFrameCallback(done));
  film.currentTime = 0.2;
  await shown;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
  const pen = canvas.getContext("2d");
  pen.drawImage(film, 0, 0);
  const [x, y] = [canvas.width / 4, canvas.height / 4];
  const quarters = [[x, y], [3 * x, y], [x, 3 * y], [3 * x, 3 * y]];
  const colours = quarters.map((at) => [...pen.getImageData(...at, 1, 1).data].slice(0, 3));
  return [canvas.width, canvas.height, colours];
}
"""


@pytest.mark.parametrize("turn", films.TURNS)
async def test_chromium_plays_a_video_upright(browser: Browser, turn: str) -> None:
    matrix, expected = films.TURNS[turn]
    made = (await film.copied(films.corners(matrix), Key("account", "card"))).pieces[0]
    page = await browser.new_page()
    try:
        width, height, colours = await page.evaluate(_WATCH, base64.b64encode(made.content).decode())
    finally:
        await page.close()
    assert (width, height) == ((64, 48) if matrix[0] else (48, 64))
    assert "".join(films.corner(tuple(each)) for each in colours) == expected
