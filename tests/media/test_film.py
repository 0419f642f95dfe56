"""Videos: copies without metadata, refused files, and no access to other files."""

import asyncio
import io
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from PIL import Image

from tests.media import films
from tests.media.films import AV, SECRET, film
from wellwish.base.errors import MediaBroken, MediaNotAccepted, MediaTooLarge, Refusal, Unavailable
from wellwish.base.limiter import Key
from wellwish.media import film as module
from wellwish.media.renditions import Renditions

pytestmark = pytest.mark.anyio
KEY = Key("acct_1", "card_1")


@cache
def sample(form: str) -> bytes:
    return film(1, form, metadata={"title": SECRET, "location": SECRET, "comment": SECRET})


def opened(content: bytes) -> Any:
    return AV.open(io.BytesIO(content))


def packets(content: bytes) -> list[tuple[str, int]]:
    with opened(content) as given:
        return [(each.stream.type, each.size) for each in given.demux() if each.size]


@pytest.mark.parametrize("form", ["mp4", "webm"])
async def test_copies_a_video_without_metadata_and_draws_a_poster(form: str) -> None:
    sent = sample(form)
    assert SECRET.encode() in sent, "the control"
    made = await module.copied(sent, KEY)
    video, webp, jpeg = made.pieces
    assert [each.name for each in made.pieces] == [f"video.{form}", "poster.webp", "poster.jpg"]
    assert (made.content_type, made.width, made.height) == (f"video/{form}", 64, 48)
    assert 1_000 <= (made.duration_ms or 0) <= 1_050
    for secret in (b"Secret", b"x264 - core", b"+013"):
        assert secret not in video.content
    assert len(packets(video.content)) == len(packets(sent))
    with opened(video.content) as given:
        assert [each.type for each in given.streams] == ["video", "audio"]
        assert len(list(given.decode(video=0))) == 10
    for picture, kind in ((webp, "WEBP"), (jpeg, "JPEG")):
        with Image.open(io.BytesIO(picture.content)) as image:
            assert (image.format, image.size) == (kind, (64, 48))


async def test_the_index_of_an_mp4_comes_first() -> None:
    made = (await module.copied(sample("mp4"), KEY)).pieces[0].content
    assert made.index(b"moov") < made.index(b"mdat")


async def test_a_turned_video_stays_turned_and_its_poster_is_upright() -> None:
    made = await module.copied(films.turned(sample("mp4")), KEY)
    assert (made.width, made.height) == (48, 64)
    with opened(made.pieces[0].content) as given:
        assert abs(next(given.decode(video=0)).rotation) == 90


@pytest.mark.parametrize("turn", films.TURNS)
async def test_a_poster_is_upright(turn: str) -> None:
    matrix, expected = films.TURNS[turn]
    made = await module.copied(films.corners(matrix), KEY)
    is_turned = not matrix[0]
    for piece in made.pieces[1:]:
        with Image.open(io.BytesIO(piece.content)) as poster:
            assert poster.size == ((48, 64) if is_turned else (64, 48))
            width, height = poster.size
            pixels = [
                poster.convert("RGB").getpixel((width * x // 4, height * y // 4))
                for y in (1, 3)
                for x in (1, 3)
            ]
        assert "".join(films.corner(each) for each in pixels if isinstance(each, tuple)) == expected
    assert (made.width, made.height) == ((48, 64) if is_turned else (64, 48))


async def test_frames_at_uneven_times_keep_them() -> None:
    made = await module.copied(film(1, times=[0, 1, 2, 5, 9, 14, 20, 27, 35, 44]), KEY)
    with opened(made.pieces[0].content) as given:
        assert [round(frame.time * 10) for frame in given.decode(video=0)] == [
            0,
            1,
            2,
            5,
            9,
            14,
            20,
            27,
            35,
            44,
        ]
    assert 4_400 <= (made.duration_ms or 0) <= 6_000


async def test_takes_a_video_without_sound_and_the_first_of_two_tracks() -> None:
    silent = await module.copied(film(1, codecs=("libx264", "")), KEY)
    double = await module.copied(film(1, pictures=2), KEY)
    for made, count in ((silent, 1), (double, 2)):
        with opened(made.pieces[0].content) as given:
            assert len(given.streams) == count


async def test_measures_packets_instead_of_trusting_the_header() -> None:
    """A header may declare a duration of an hour, or none at all."""
    for ticks in (0, 3_600_000):
        made = await module.copied(films.claiming(sample("mp4"), ticks), KEY)
        assert 1_000 <= (made.duration_ms or 0) <= 1_050
    long = film(1, rate=1, times=[0], codecs=("libx264", ""))
    assert (await module.copied(long, KEY)).duration_ms is not None
    with pytest.raises(MediaTooLarge):
        await module.copied(films.claiming(film(4, rate=1, times=[0, 1, 2, 40]), 1_000), KEY)


def _sound_only() -> bytes:
    out = io.BytesIO()
    with AV.open(out, "w", format="mp4") as made:
        films.silence(made, made.add_stream("aac", rate=48000), 48000, "fltp")
    return out.getvalue()


PLAYLIST = b"#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n"
HOSTILE: dict[str, tuple[Callable[[], bytes], type[Refusal]]] = {
    "nothing": (lambda: b"", MediaBroken),
    "a playlist": (lambda: PLAYLIST, MediaNotAccepted),
    "a concatenation": (lambda: b"ffconcat version 1.0\nfile /etc/passwd\n", MediaNotAccepted),
    "a playlist behind a signature": (lambda: b"\x00\x00\x00\x10ftypisom" + PLAYLIST, MediaBroken),
    "an AVI behind a signature": (lambda: b"\x1a\x45\xdf\xa3" + film(1, muxer="avi"), MediaBroken),
    "half a file": (lambda: sample("webm")[:200], MediaBroken),
    "an index without data": (lambda: sample("mp4")[: len(sample("mp4")) // 4], MediaBroken),
    "noise": (lambda: b"\x00\x00\x00\x20ftypisom" + bytes(range(256)) * 64, MediaBroken),
    "MPEG-4 part 2": (lambda: film(1, codecs=("mpeg4", "aac")), MediaNotAccepted),
    "VP8": (lambda: film(1, "webm", codecs=("libvpx", "libopus")), MediaNotAccepted),
    "Matroska with H.264": (lambda: film(1, codecs=("libx264", "aac"), muxer="matroska"), MediaNotAccepted),
    "MP3 in an MP4": (lambda: film(1, codecs=("libx264", "libmp3lame")), MediaNotAccepted),
    "sound only": (_sound_only, MediaNotAccepted),
    "more than 4,096 pixels": (lambda: film(0.1, size=(4100, 16), codecs=("libx264", "")), MediaTooLarge),
    "20,000 packets": (
        lambda: film(20, rate=1000, size=(16, 16), codecs=("libx264", "")),
        MediaBroken,
    ),
    "26 MB": (lambda: sample("mp4") + bytes(26_000_000), MediaTooLarge),
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_refuses_hostile_and_unsupported_videos(name: str) -> None:
    make, refusal = HOSTILE[name]
    content = make()
    with pytest.raises(refusal):
        await module.copied(content, KEY)


async def test_a_reference_to_another_file_is_not_followed() -> None:
    plain, referring = sample("mp4"), films.referring(sample("mp4"))
    assert plain != referring
    one, other = await module.copied(plain, KEY), await module.copied(referring, KEY)
    assert packets(one.pieces[0].content) == packets(other.pieces[0].content)


async def test_the_process_opens_no_other_file() -> None:
    """The control opens one before it is confined."""
    for confined, expected in ((False, b"opened"), (True, b"refused")):
        code = (
            "from wellwish.media.untrusted import film, confine\n"
            + ("confine.confine(film.CPU_S, film.MEMORY_BYTES)\n" if confined else "")
            + "try:\n open('/etc/hostname').close(); print('opened')\nexcept OSError:\n print('refused')\n"
        )
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-c", code, stdout=asyncio.subprocess.PIPE
        )
        out, _ = await process.communicate()
        assert out.strip() == expected


async def test_says_that_the_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_there", lambda: False)
    with pytest.raises(MediaNotAccepted):
        await module.copied(sample("mp4"), KEY)


async def test_two_are_copied_at_once_and_one_card_leaves_a_place() -> None:
    """Of four copies, each completes or is refused as unavailable, and at least two complete."""
    made = await asyncio.gather(
        *(module.copied(sample("webm"), Key("acct_1", f"card_{at % 2}")) for at in range(4)),
        return_exceptions=True,
    )
    assert all(isinstance(each, Renditions | Unavailable) for each in made)
    assert sum(isinstance(each, Renditions) for each in made) >= 2
