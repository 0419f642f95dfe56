"""The program that re-encodes untrusted pictures. Only their pixels are kept.

Run as ``python -I -m wellwish.media.untrusted.redraw KIND TYPE`` with the picture on standard input. It
writes a line of JSON and then the files.
"""

import contextlib
import io
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final, cast

from PIL import Image, ImageCms, ImageOps, ImageStat, MpoImagePlugin

from wellwish.media.untrusted import pictures
from wellwish.media.untrusted.confine import RefusedError, Result, confine, handle

MAX_PIXELS: Final = 40_000_000  # 40 megapixels, from the media brief
CPU_S: Final = 10  # three times the CPU time of the largest accepted pictures
MEMORY_BYTES: Final = 1536 * 1024**2  # 40 MP take 160 MB, in several copies
WIDTHS: Final = {"photo": (480, 1600), "logo": (480,)}
GIF_SIDE: Final = 480
MAX_ANIMATED_PIXELS: Final = 20_000_000  # of all written frames, at 0.1 s a megapixel
QUALITY: Final = 82
# The logo of an account, at twice its displayed size and with few colours.
LOGO_SIZE: Final = (320, 96)
LOGO_MARGIN: Final = 8  # px around a logo that was transparent
LOGO_BYTES: Final = 10_000
LOGO_COLOURS: Final = (256, 64, 16)
_FORMATS: Final = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP", "image/gif": "GIF"}
_PLUGINS: Final = (MpoImagePlugin,)  # The JPEG plugin switches to MPO for such files.
_SRGB: Final = cast("Any", ImageCms).createProfile("sRGB")

Made = tuple[str, str, int, int, bytes]


def opened(content: bytes, media_type: str) -> Image.Image:
    """Opens the picture without decoding its pixels. Raises RefusedError if the header declares too many."""
    picture = Image.open(io.BytesIO(content), formats=[_FORMATS[media_type]])
    if picture.width * picture.height > MAX_PIXELS:
        raise RefusedError("pixels")
    return picture


def still(picture: Image.Image, kind: str) -> list[Made]:
    """Returns a picture as WebP in all sizes, and as JPEG in the largest size."""
    largest = WIDTHS[kind][-1]
    picture.draft("RGB", (largest * 2, largest * 2))  # JPEG only: decodes fewer pixels than the file has.
    sized = coloured(ImageOps.exif_transpose(picture))
    made: list[Made] = []
    for width in reversed(WIDTHS[kind]):  # Each size is made from the one before.
        sized.thumbnail((width, width * 2), Image.Resampling.LANCZOS, reducing_gap=3.0)
        made.insert(0, (f"{width}.webp", "image/webp", *sized.size, webp(sized)))
        if width == largest:
            made.append((f"{width}.jpg", "image/jpeg", *sized.size, jpeg(sized)))
    return made


def account_logo(picture: Image.Image) -> list[Made]:
    """Returns a small opaque PNG: not all mail programs show WebP, and dark mode hides transparent logos."""
    picture.draft("RGB", (LOGO_SIZE[0] * 4, LOGO_SIZE[1] * 4))
    sized = coloured(ImageOps.exif_transpose(picture))
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


def moving(picture: Image.Image, count: int) -> list[Made]:
    """Returns an animation as WebP, and its first frame as a still. Long animations lose frames evenly."""
    size = picture.size
    shown = min(1.0, GIF_SIDE / max(size))
    written = round(size[0] * shown) * round(size[1] * shown) * count
    step = max(1, -(-written // MAX_ANIMATED_PIXELS))
    frames: list[Image.Image] = []
    durations: list[int] = []
    for number in range(pictures.MAX_FRAMES):
        if number:
            try:
                picture.seek(number)
            except EOFError:
                break
        duration = max(20, int(picture.info.get("duration", 100)))
        if number % step:
            durations[-1] += duration
            continue
        if picture.size != size:
            raise RefusedError("broken")  # All frames must have one size.
        frame = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        frame.thumbnail((GIF_SIDE, GIF_SIDE), Image.Resampling.BILINEAR)
        frames.append(frame)
        durations.append(duration)
    first = frames[0]
    made = [
        ("still.webp", "image/webp", *first.size, webp(first)),
        ("still.jpg", "image/jpeg", *first.size, jpeg(first)),
    ]
    if len(frames) > 1:
        out = io.BytesIO()
        # Without key frames (kmax) each frame is encoded once instead of twice.
        first.save(
            out, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=0,
            quality=QUALITY - 10, method=1, kmin=0, kmax=0, exif=b"", xmp=b"", icc_profile=b"",
        )  # fmt: skip
        made.insert(0, ("480.webp", "image/webp", *first.size, out.getvalue()))
    return made


def coloured(picture: Image.Image) -> Image.Image:
    """Returns the picture in sRGB, with or without transparency, without metadata."""
    profile = picture.info.get("icc_profile")
    mode = "RGBA" if picture.has_transparency_data else "RGB"
    if profile and picture.mode in ("RGB", "RGBA"):
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile)) if len(profile) < 1024**2 else None
        if source is not None:
            with contextlib.suppress(ImageCms.PyCMSError):
                picture = ImageCms.profileToProfile(
                    picture, source, _SRGB, outputMode=picture.mode
                ) or picture  # fmt: skip
    plain = picture.convert(mode)
    plain.info = {}
    return plain


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


_MAKES: Final[dict[str, Callable[[Image.Image, int], list[Made]]]] = {
    "photo": lambda picture, _: still(picture, "photo"),
    "logo": lambda picture, _: still(picture, "logo"),
    "gif": moving,
    "account_logo": lambda picture, _: account_logo(picture),
}


def answer(kind: str, media_type: str, content: bytes) -> Result:
    """Returns the files to keep with their dimensions. Raises RefusedError and the errors of decoders."""
    frames = pictures.check(content, media_type, animated=kind == "gif")
    try:
        with opened(content, media_type) as picture:
            made = _MAKES[kind](picture, frames)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise RefusedError("pixels") from error
    files = [
        {"name": name, "type": media_type, "width": width, "height": height, "bytes": len(content)}
        for name, media_type, width, height, content in made
    ]
    return {"files": files}, [content for *_, content in made]


def warm_up() -> None:
    """Decodes generated pictures, so that Pillow's lazy imports are complete before the limits apply."""
    dot = Image.new("RGB", (2, 2))
    exif = Image.Exif()
    exif[0x0112] = 6
    profile = cast("Any", ImageCms).ImageCmsProfile(_SRGB).tobytes()
    for kind, media_type in (
        ("photo", "image/jpeg"),
        ("photo", "image/png"),
        ("photo", "image/webp"),
        ("gif", "image/gif"),
        ("logo", "image/gif"),
        ("account_logo", "image/png"),
    ):
        out = io.BytesIO()
        if media_type == "image/gif":
            dot.save(out, "GIF", save_all=True, append_images=[Image.new("RGB", (2, 2), "red")], duration=50)
        else:
            dot.save(out, _FORMATS[media_type], exif=exif, icc_profile=profile)
        answer(kind, media_type, out.getvalue())


def main() -> None:
    """Handles one picture and exits."""
    warm_up()
    confine(CPU_S, MEMORY_BYTES)
    warnings.simplefilter("ignore")
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    handle(lambda content: answer(sys.argv[1], sys.argv[2], content))


if __name__ == "__main__":
    main()
