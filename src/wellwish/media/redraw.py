"""The program that decodes untrusted pictures, in a limited process without network or file access.

Reads a picture from standard input and writes one line of JSON to standard output, followed by the files.
Only pixels pass through. Run as ``python -I redraw.py KIND``; it imports nothing from Wellwish.
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

MAX_PIXELS: Final = 40_000_000  # 40 megapixels, from the media brief
MAX_FRAMES: Final = 300
MAX_FRAME_PIXELS: Final = 300_000_000  # all frames together
CPU_S: Final = 30
MEMORY_BYTES: Final = 1536 * 1024**2  # 40 MP take 160 MB, several times at once
WIDTHS: Final = {"photo": (480, 1600), "logo": (480,)}
GIF_SIDE: Final = 480
QUALITY: Final = 82
_NEW_NETWORK: Final = 0x40000000  # linux/sched.h, CLONE_NEWNET
_NEW_USER: Final = 0x10000000
_NO_NEW_PRIVILEGES: Final = 38  # linux/prctl.h
_FORMATS: Final = {"photo": ("JPEG", "PNG", "WEBP"), "logo": ("JPEG", "PNG", "WEBP", "GIF"), "gif": ("GIF",)}
_PLUGINS: Final = (MpoImagePlugin,)  # The JPEG plugin switches to MPO when it meets one.
_SRGB: Final = cast("Any", ImageCms).createProfile("sRGB")

Made = tuple[str, str, int, int, bytes]


class RefusedError(Exception):
    """A refused picture; the text is the reason code."""


def confine() -> None:
    """Drops every right but three open files, memory and some time."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    libc.unshare(_NEW_USER | _NEW_NETWORK)  # where the system allows it
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))  # so no file or socket can be opened


def opened(content: bytes, kind: str) -> Image.Image:
    """Returns the picture before its pixels are decoded. Raises RefusedError by its header."""
    picture = Image.open(io.BytesIO(content), formats=_FORMATS[kind])
    if picture.width * picture.height > MAX_PIXELS:
        raise RefusedError("pixels")
    return picture


def still(picture: Image.Image, kind: str) -> list[Made]:
    """Returns a picture in all sizes as WebP, and the largest as JPEG, too."""
    largest = WIDTHS[kind][-1]
    picture.draft("RGB", (largest * 2, largest * 2))  # JPEG only: decodes fewer pixels than the file has.
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


def answer(kind: str, content: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Returns what the picture was and the files to keep, or the reason code of its refusal."""
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
    """Decodes our own pictures first, so that everything Pillow imports lazily is loaded before the limits
    apply.
    """
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
    """Handles one picture and exits."""
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
