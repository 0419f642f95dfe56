"""The program that opens pictures of strangers: run alone, with limits, and told nothing.

It reads a picture from standard input and writes what is to be kept of it to standard output: one line of
JSON, then the files one after the other. Nothing but the pixels goes over. ``python -I redraw.py KIND``; it
imports nothing of Wellwish.
"""

import contextlib
import ctypes
import io
import json
import resource
import sys
import warnings
from typing import Any, Final, cast

from PIL import Image, ImageCms, ImageOps, MpoImagePlugin

MAX_PIXELS: Final = 40_000_000  # issue: 40 MP
MAX_FRAMES: Final = 300
MAX_FRAME_PIXELS: Final = 300_000_000  # all frames together
CPU_S: Final = 30
MEMORY_BYTES: Final = 1536 * 1024**2  # 40 MP take 160 MB, and are held a few times over
WIDTHS: Final = {"photo": (480, 1600), "logo": (480,)}
GIF_SIDE: Final = 480
QUALITY: Final = 82
_NEW_NETWORK: Final = 0x40000000  # linux/sched.h, CLONE_NEWNET
_NEW_USER: Final = 0x10000000
_NO_NEW_PRIVILEGES: Final = 38  # linux/prctl.h
_FORMATS: Final = {"photo": ("JPEG", "PNG", "WEBP"), "logo": ("JPEG", "PNG", "WEBP", "GIF"), "gif": ("GIF",)}
_PLUGINS: Final = (MpoImagePlugin,)  # that of JPEG turns to it when it meets one
_SRGB: Final = cast("Any", ImageCms).createProfile("sRGB")

Made = tuple[str, str, int, int, bytes]


class RefusedError(Exception):
    """A picture that is not taken; the text is a word."""


def confine() -> None:
    """Gives up everything but three open files, memory and some time."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    libc.unshare(_NEW_USER | _NEW_NETWORK)  # where the machine allows it
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # so neither file nor socket can be opened


def opened(content: bytes, kind: str) -> Image.Image:
    """Returns the picture, its pixels not yet read. Raises RefusedError by what its header says."""
    picture = Image.open(io.BytesIO(content), formats=_FORMATS[kind])
    if picture.width * picture.height > MAX_PIXELS:
        raise RefusedError("pixels")
    return picture


def still(picture: Image.Image, kind: str) -> list[Made]:
    """Returns a picture in its sizes as WebP, the largest as JPEG as well."""
    largest = WIDTHS[kind][-1]
    picture.draft("RGB", (largest * 2, largest * 2))  # JPEG alone: reads fewer pixels than there are
    upright = coloured(ImageOps.exif_transpose(picture))
    made: list[Made] = []
    for width in WIDTHS[kind]:
        sized = upright.copy()
        sized.thumbnail((width, width * 2), Image.Resampling.LANCZOS, reducing_gap=3.0)
        made.append((f"{width}.webp", "image/webp", *sized.size, webp(sized)))
        if width == largest:
            made.append((f"{width}.jpg", "image/jpeg", *sized.size, jpeg(sized)))
    return made


def moving(picture: Image.Image) -> list[Made]:
    """Returns an animation as WebP, and its first frame as a still."""
    frames: list[Image.Image] = []
    durations: list[int] = []
    while True:
        if len(frames) >= MAX_FRAMES or picture.width * picture.height * len(frames) > MAX_FRAME_PIXELS:
            raise RefusedError("frames")
        frame = picture.convert("RGBA")
        frame.thumbnail((GIF_SIDE, GIF_SIDE), Image.Resampling.BILINEAR)
        frames.append(frame)
        durations.append(max(20, int(picture.info.get("duration", 100))))
        try:
            picture.seek(picture.tell() + 1)
        except EOFError:
            break
    first, size = frames[0], frames[0].size
    made = [
        ("still.webp", "image/webp", *size, webp(first)),
        ("still.jpg", "image/jpeg", *size, jpeg(first)),
    ]
    if len(frames) > 1:
        out = io.BytesIO()
        first.save(
            out, "WEBP", save_all=True, append_images=frames[1:], duration=durations, loop=0,
            quality=QUALITY - 10, method=1, exif=b"", xmp=b"", icc_profile=b"",
        )  # fmt: skip
        made.insert(0, ("480.webp", "image/webp", *size, out.getvalue()))
    return made


def coloured(picture: Image.Image) -> Image.Image:
    """Returns the picture in sRGB, with or without transparency, and with nothing else."""
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
    """Returns the pixels as WebP."""
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=QUALITY, method=3, exif=b"", xmp=b"", icc_profile=b"")
    return out.getvalue()


def jpeg(picture: Image.Image) -> bytes:
    """Returns the pixels as JPEG, on white where they are transparent."""
    if picture.mode == "RGBA":
        ground = Image.new("RGB", picture.size, "white")
        ground.paste(picture, mask=picture.getchannel("A"))
        picture = ground
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY, progressive=True, optimize=True)
    return out.getvalue()


def answer(kind: str, content: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Returns what the picture was and what is kept, or the word by which it is refused."""
    try:
        with opened(content, kind) as picture:
            measures = {"format": picture.format, "width": picture.width, "height": picture.height}
            made = moving(picture) if kind == "gif" else still(picture, kind)
    except RefusedError as error:
        return {"refused": str(error)}, []
    except MemoryError:
        return {"refused": "memory"}, []
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return {"refused": "pixels"}, []
    except Exception:  # noqa: BLE001 - whatever a decoder says of what it cannot read
        return {"refused": "broken"}, []
    files = [
        {"name": name, "type": media_type, "width": width, "height": height, "bytes": len(content)}
        for name, media_type, width, height, content in made
    ]
    return {"was": measures, "files": files}, [content for *_, content in made]


def warm_up() -> None:
    """Does all that is to come with pictures of our own: what Pillow imports on the way is there then."""
    dot = Image.new("RGB", (2, 2))
    exif = Image.Exif()
    exif[0x0112] = 6
    profile = cast("Any", ImageCms).ImageCmsProfile(_SRGB).tobytes()
    for kind, form in (
        ("photo", "JPEG"),
        ("photo", "PNG"),
        ("photo", "WEBP"),
        ("gif", "GIF"),
        ("logo", "GIF"),
    ):
        out = io.BytesIO()
        if form == "GIF":
            dot.save(out, form, save_all=True, append_images=[Image.new("RGB", (2, 2), "red")], duration=50)
        else:
            dot.save(out, form, exif=exif, icc_profile=profile)
        answer(kind, out.getvalue())


def main() -> None:
    """One picture, and then the process ends."""
    warm_up()
    confine()
    warnings.simplefilter("ignore")
    warnings.simplefilter("error", Image.DecompressionBombWarning)
    Image.MAX_IMAGE_PIXELS = MAX_PIXELS
    says, contents = answer(sys.argv[1], sys.stdin.buffer.read())
    out = sys.stdout.buffer
    out.write(json.dumps(says).encode() + b"\n")
    for content in contents:
        out.write(content)


if __name__ == "__main__":
    main()
