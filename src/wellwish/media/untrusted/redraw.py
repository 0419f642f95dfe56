"""The program that re-encodes untrusted pictures. Only their pixels are kept.

Run as ``python -I -m wellwish.media.untrusted.redraw KIND TYPE`` with the picture on standard input. It
writes a line of JSON and then the files.
"""

import io
import sys
import warnings
from collections.abc import Iterator
from typing import Any, Final, cast

from PIL import Image, ImageCms, ImageStat

from wellwish.media.untrusted import decode, pictures
from wellwish.media.untrusted import webp as webp_container
from wellwish.media.untrusted.confine import RefusedError, Result, confine, handle
from wellwish.media.untrusted.container import MAX_PIXELS, Container

CPU_S: Final = 10  # three times the CPU time of the largest accepted pictures
MEMORY_BYTES: Final = 1536 * 1024**2  # 40 MP take 160 MB, in several copies
WIDTHS: Final = {"photo": (480, 1600), "still": (480, 1600), "logo": (480,)}
GIF_SIDE: Final = 480
MAX_ANIMATED_PIXELS: Final = 20_000_000  # pixels of all written frames, at 0.1 s per megapixel
QUALITY: Final = 82
# The logo of an account, at twice its displayed size and with few colours.
LOGO_SIZE: Final = (320, 96)
LOGO_MARGIN: Final = 8  # pixels around a logo that was transparent
LOGO_BYTES: Final = 10_000
LOGO_COLOURS: Final = (256, 64, 16)
# Browsers show a frame with a shorter time for 100 ms, because many old GIFs have none.
SHORTEST_MS: Final = 11
USUAL_MS: Final = 100

Made = tuple[str, str, int, int, bytes]


def still(container: Container, kind: str) -> list[Made]:
    """Returns a picture as WebP in all sizes, and as JPEG in the largest size."""
    largest = WIDTHS[kind][-1]
    sized = decode.still(container, (largest * 2, largest * 2))
    made: list[Made] = []
    for width in reversed(WIDTHS[kind]):  # Each size is scaled from the previous one.
        sized.thumbnail((width, width * 2), Image.Resampling.LANCZOS, reducing_gap=3.0)
        made.insert(0, (f"{width}.webp", "image/webp", *sized.size, webp(sized)))
        if width == largest:
            made.append((f"{width}.jpg", "image/jpeg", *sized.size, jpeg(sized)))
    return made


def account_logo(container: Container) -> list[Made]:
    """Returns a small opaque PNG: some email clients lack WebP, and dark mode hides transparent logos."""
    sized = decode.still(container, (LOGO_SIZE[0] * 4, LOGO_SIZE[1] * 4))
    if sized.mode == "RGBA":
        sized = grounded(sized)
    else:
        sized.thumbnail(LOGO_SIZE, Image.Resampling.LANCZOS, reducing_gap=3.0)
    while True:
        for colours in LOGO_COLOURS:
            out = io.BytesIO()
            sized.quantize(colours).save(out, "PNG", optimize=True)
            if out.tell() <= LOGO_BYTES:
                return [("logo.png", "image/png", *sized.size, out.getvalue())]
        sized.thumbnail((max(1, sized.width * 3 // 4), max(1, sized.height * 3 // 4)))


def grounded(picture: Image.Image) -> Image.Image:
    """Returns the visible part of a transparent picture on white, or on dark purple if it is nearly white."""
    visible = cast("Any", picture.getchannel("A")).point([0] * 128 + [255] * 128)
    box = visible.getbbox()
    if box is None:
        raise RefusedError("broken")
    [light] = ImageStat.Stat(picture.convert("L"), visible).mean
    inner = picture.crop(box)
    width, height = LOGO_SIZE
    space = (width - 2 * LOGO_MARGIN, height - 2 * LOGO_MARGIN)
    inner.thumbnail(space, Image.Resampling.LANCZOS, reducing_gap=3.0)
    size = (inner.width + 2 * LOGO_MARGIN, inner.height + 2 * LOGO_MARGIN)
    ground = Image.new("RGB", size, "white" if light < 200 else "#2a2238")
    ground.paste(inner, (LOGO_MARGIN, LOGO_MARGIN), inner.getchannel("A"))
    return ground


def moving(container: Container) -> list[Made]:
    """Returns an animation as WebP, and its first frame as a still. Drops frames of long animations."""
    container.check_frames()
    shown = min(1.0, GIF_SIDE / max(container.width, container.height))
    written = round(container.width * shown) * round(container.height * shown) * len(container.frames)
    step = max(1, -(-written // MAX_ANIMATED_PIXELS))
    frames: list[Image.Image] = []
    durations: list[int] = []
    for number, (frame, picture) in enumerate(zip(container.frames, decode.frames(container), strict=True)):
        duration = frame.duration_ms if frame.duration_ms >= SHORTEST_MS else USUAL_MS
        if number % step:
            durations[-1] += duration
            continue
        picture.thumbnail((GIF_SIDE, GIF_SIDE), Image.Resampling.BILINEAR)
        frames.append(picture)
        durations.append(duration)
    is_opaque = all(picture.getchannel("A").getextrema() == (255, 255) for picture in frames)
    if is_opaque:
        frames = [picture.convert("RGB") for picture in frames]
    first = frames[0]
    made = [
        ("still.webp", "image/webp", *first.size, webp(first)),
        ("still.jpg", "image/jpeg", *first.size, jpeg(first)),
    ]
    if len(frames) > 1:
        out = io.BytesIO()
        # Without key frames (kmax) each frame is encoded once instead of twice.
        first.save(
            out, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=container.plays,
            quality=QUALITY - 10, method=1, kmin=0, kmax=0, exif=b"", xmp=b"", icc_profile=b"",
        )  # fmt: skip
        content = bytearray(out.getvalue())
        if not is_opaque and content.startswith(b"VP8X", 12):
            # libwebp omits the flag if only cleared areas are transparent, and decoders then show these areas
            # black.
            content[20] |= webp_container.ALPHA
        made.insert(0, ("480.webp", "image/webp", *first.size, bytes(content)))
    return made


def webp(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=3, exif=b"", xmp=b"", icc_profile=b"")
    return out.getvalue()


def jpeg(picture: Image.Image) -> bytes:
    """Returns a JPEG, with white in place of transparency."""
    if picture.mode == "RGBA":
        ground = Image.new("RGB", picture.size, "white")
        ground.paste(picture, mask=picture.getchannel("A"))
        picture = ground
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    return out.getvalue()


def answer(kind: str, media_type: str, content: bytes) -> Result:
    """Returns the files to keep with their dimensions. Raises RefusedError and the errors of decoders.

    An animated photo becomes a GIF; a still or a logo shows the first frame.
    """
    container = pictures.parsed(content, media_type)
    if kind == "photo" and container.is_animated:
        kind = "gif"
    if kind == "gif" and not container.frames:
        raise RefusedError("still")
    try:
        if kind == "gif":
            made = moving(container)
        else:
            made = account_logo(container) if kind == "account_logo" else still(container, kind)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise RefusedError("pixels") from error
    files = [
        {"name": name, "type": media_type, "width": width, "height": height, "bytes": len(content)}
        for name, media_type, width, height, content in made
    ]
    return {"kind": kind, "files": files}, [content for *_, content in made]


def _samples() -> Iterator[tuple[str, str, bytes]]:
    """Yields kinds, types and contents of generated pictures."""
    dot, red = Image.new("RGB", (2, 2)), Image.new("RGB", (2, 2), "red")
    profile = ImageCms.ImageCmsProfile(decode.SRGB).tobytes()
    for kind, media_type, form in (
        ("photo", "image/jpeg", "JPEG"),
        ("photo", "image/png", "PNG"),
        ("photo", "image/webp", "WEBP"),
        ("gif", "image/gif", "GIF"),
        ("account_logo", "image/png", "PNG"),
    ):
        out = io.BytesIO()
        if form == "GIF":
            dot.save(out, form, save_all=True, append_images=[red], duration=50)
        else:
            dot.save(out, form, icc_profile=profile)
        yield kind, media_type, out.getvalue()


def main() -> None:
    """Processes a picture and exits."""
    for each in _samples():  # so that Pillow's lazy imports are complete before the limits apply
        answer(*each)
    confine(CPU_S, MEMORY_BYTES)
    warnings.simplefilter("ignore")
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    handle(lambda content: answer(sys.argv[1], sys.argv[2], content))


if __name__ == "__main__":
    main()
