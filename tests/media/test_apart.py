"""No parser of uploaded files runs in the process that serves requests."""

import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from tests import make
from tests.media import files, films, hostile, sounds
from tests.web.signing.test_sign import shared
from tests.web.visitor import Visitor
from tests.world import World
from wellwish.infra.http import call, read
from wellwish.media import untrusted
from wellwish.media.untrusted import gif, jpeg, pictures, png, rewrite
from wellwish.media.untrusted.confine import RefusedError

pytestmark = pytest.mark.anyio

_FOLDER = untrusted.__path__[0]
COMMON = {
    "a JPEG": ("photo", files.photo()),
    "a PNG": ("photo", files.photo(form="PNG")),
    "a WebP": ("photo", files.photo(form="WEBP")),
    "a GIF": ("gif", files.gif()),
    "an MP4": ("voice", sounds.mp4(2)),
    "a fragmented MP4": ("voice", sounds.mp4(2, fragments=True)),
    "a WebM": ("voice", sounds.webm(2)),
    "an Ogg": ("voice", sounds.ogg(2)),
    "a video": ("video", films.film(1)),
}


@contextmanager
def watched() -> Generator[set[str]]:
    """Yields the names of the functions of ``untrusted`` and Pillow that this process calls in the block."""
    called = set[str]()

    def watch(frame: FrameType, event: str, value: Any) -> None:
        code = frame.f_code
        if event == "call" and (
            code.co_filename.startswith(_FOLDER) or "/PIL/" in code.co_filename or "/av/" in code.co_filename
        ):
            called.add(code.co_name)

    threading.setprofile_all_threads(watch) if sys.version_info >= (3, 12) else sys.setprofile(watch)
    threading.setprofile(watch)
    try:
        yield called
    finally:
        threading.setprofile_all_threads(None) if sys.version_info >= (3, 12) else sys.setprofile(None)
        threading.setprofile(None)


async def upload(visitor: Visitor, path: str, kind: str, content: bytes) -> int:
    data = {"form_token": visitor.token(), "kind": kind}
    page = visitor.page
    answer = await visitor.request("POST", f"{path}/media", data=data, files={"file": ("file", content)})
    visitor.page = page
    return answer.status_code


@pytest.mark.parametrize("what", [*hostile.UPLOADS, *COMMON])
async def test_no_container_is_parsed_in_the_serving_process(world: World, what: str) -> None:
    kind, content = COMMON[what] if what in COMMON else hostile.upload(what, 0.02)
    _, path = await shared(world)
    visitor = Visitor(world)
    await visitor.open(path)
    with watched() as called:
        status = await upload(visitor, path, kind, content)
    assert status == 201 if what in COMMON else status in (201, 422)
    assert not called


@pytest.mark.parametrize("size", [2_000_000, 1_000])
async def test_a_large_body_is_read_in_a_thread(
    world: World, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    """The control is a small body."""
    threads: list[threading.Thread] = []

    def parse(raw: bytes) -> Any:
        threads.append(threading.current_thread())
        return read.parse(raw)

    card = (await make.card(world.alice))["id"]
    monkeypatch.setattr(call, "parse", parse)
    answer = await world.alice.post(f"/api/cards/{card}/media", files.body("photo", bytes(size)))
    assert answer.status_code == 415
    [thread] = threads
    assert (thread is threading.current_thread()) == (size < 10_000)


def test_the_watch_sees_a_parser() -> None:
    """The control."""
    with watched() as called:
        pictures.parsed(files.gif(), "image/gif")
        rewrite.answer("audio/mp4", sounds.mp4(1))
        files.photo(8, 8)
    assert {"_frame", "rewritten", "save"} <= called


def test_a_header_without_its_pixels_is_truncated() -> None:
    """A decoder would fill the missing blocks with grey."""
    plain = files.photo(6324, 6324)
    pictures.parsed(plain, "image/jpeg")  # the control: hardly more than one bit per block
    pictures.parsed(files.photo(6324, 6324, progressive=True), "image/jpeg")
    at = plain.index(b"\xff\xda")
    with pytest.raises(RefusedError, match="truncated"):
        pictures.parsed(plain[: at + 40] + b"\xff\xd9", "image/jpeg")


def _modules(imported: str) -> set[str]:
    program = f"import sys, {imported}; print(*(name for name in sys.modules))"
    command = [sys.executable, "-I", "-B", "-c", program]
    return set(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split())


def test_the_service_does_not_import_the_parsers() -> None:
    served = _modules("wellwish.app, wellwish.worker")
    assert "wellwish.media.store_upload" in served, "the control"
    assert not [name for name in served if name.startswith("wellwish.media.untrusted")]


@pytest.mark.parametrize("program", ["redraw", "rewrite"])
def test_the_programs_import_nothing_of_the_service(program: str) -> None:
    loaded = {name for name in _modules(f"wellwish.media.untrusted.{program}") if name.startswith("wellwish")}
    assert f"wellwish.media.untrusted.{program}" in loaded
    assert {"wellwish", "wellwish.media"} == {name for name in loaded if "untrusted" not in name}


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (lambda: hostile.jpeg(0x01, 2 * jpeg.MAX_SEGMENTS), "image/jpeg"),
        (lambda: hostile.png(12 * png.MAX_CHUNKS), "image/png"),
        (lambda: hostile.gif(2 * gif.MAX_BLOCKS), "image/gif"),
        (lambda: files.gif(1)[:-1] + b"\x21\xfe\x00" * gif.MAX_BLOCKS + b"\x3b", "image/gif"),
    ],
    ids=["markers", "chunks", "blocks", "empty comments"],
)
def test_a_picture_has_only_so_many_parts(content: Callable[[], bytes], media_type: str) -> None:
    with pytest.raises(RefusedError, match=r"^segments$"):
        pictures.parsed(content(), media_type)


def test_a_picture_may_have_half_as_many_parts() -> None:
    """The control."""
    whole = files.photo(64, 64)
    pictures.parsed(whole[:-2] + b"\xff\x01" * (jpeg.MAX_SEGMENTS // 2) + whole[-2:], "image/jpeg")
    pictures.parsed(hostile.png(6 * png.MAX_CHUNKS), "image/png")
    pictures.parsed(hostile.gif(gif.MAX_BLOCKS), "image/gif")


def test_a_jpeg_has_only_so_many_scans() -> None:
    content = files.photo(64, 64, progressive=True)
    at = content.rindex(b"\xff\xda")
    scan, end = content[at:-2], content[-2:]
    pictures.parsed(content[:at] + scan * 50 + end, "image/jpeg")
    with pytest.raises(RefusedError, match=r"^segments$"):
        pictures.parsed(content[:at] + scan * 101 + end, "image/jpeg")


def test_a_large_jpeg_has_fewer_scans() -> None:
    content = files.photo(64, 64, progressive=True)
    head = content.index(b"\xff\xc2") + 5
    at = content.rindex(b"\xff\xda")
    scan, large = content[at:-2], struct.pack(">HH", 5_000, 6_000)

    def repeated(size: bytes) -> bytes:
        return content[:head] + size + content[head + 4 : at] + scan * 20 + content[-2:]

    pictures.parsed(repeated(content[head : head + 4]), "image/jpeg")
    with pytest.raises(RefusedError, match=r"^segments$"):
        pictures.parsed(repeated(large), "image/jpeg")


@pytest.mark.parametrize(
    "made",
    [
        lambda: hostile.long_gif(299, 1_000, 1_000),
        lambda: hostile.long_gif(301, 8, 8),
        lambda: hostile.grown_gif(2, 6_300),
    ],
    ids=["pixels", "frames", "a screen that grows"],
)
def test_refuses_a_gif_beyond_the_budget_before_decoding_it(made: Callable[[], bytes]) -> None:
    content = made()
    with watched() as called, pytest.raises(RefusedError, match=r"^frames$"):
        pictures.parsed(content, "image/gif").check_frames()
    assert not {each for each in called if "decode" in each or each == "load"}
    assert len(pictures.parsed(content, "image/gif").frames) > 1, "the control: it can be parsed"
