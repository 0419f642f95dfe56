"""Decode the pictures of a container to upright pixels in sRGB, with or without transparency."""

import io
from collections.abc import Iterator
from typing import Any, Final, cast

from PIL import Image, ImageChops, ImageCms

from wellwish.media.untrusted.confine import RefusedError
from wellwish.media.untrusted.container import Container, Disposal

SRGB: Final = cast("Any", ImageCms).createProfile("sRGB")
_SIGNATURES: Final = ((b"\xff\xd8", "JPEG"), (b"\x89PNG", "PNG"), (b"GIF8", "GIF"), (b"RIFF", "WEBP"))
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_CLEAR: Final = (0, 0, 0, 0)
# Converts 16 bits to 8: value / 257, rounded.
_EIGHT_BITS: Final = [(value + 128) // 257 for value in range(2**16)]
# Data that a decoder would interpret as pixels if pixels were missing.
_FILLER: Final = bytes(range(1, 250)) * 4


def still(container: Container, enough: tuple[int, int]) -> Image.Image:
    """Returns the picture or the first frame. JPEGs may be decoded smaller, but not below ``enough``."""
    if not container.still:
        return next(frames(container))
    picture = _opened(container.still)
    picture.draft("RGB", enough)
    if not container.has_end:
        _check_complete(container.still)
    # CMYK colours are accurate enough without a profile; browsers use none.
    profile = b"" if picture.mode == "CMYK" else container.profile
    return _upright(_coloured(_expanded(picture), profile), container.orientation)


def frames(container: Container) -> Iterator[Image.Image]:
    """Yields the frames of an animation as displayed, on the whole canvas, in mode RGBA."""
    canvas = Image.new("RGBA", (container.width, container.height), _CLEAR)
    for frame in container.frames:
        drawn = _expanded(_opened(frame.content)).convert("RGBA")
        before = canvas.copy() if frame.disposal is Disposal.RESTORE else canvas
        place = (frame.left, frame.top)
        if frame.is_blended:
            canvas.alpha_composite(drawn, place)
        else:
            canvas.paste(drawn, place)
        yield _upright(_coloured(canvas.copy(), container.profile), container.orientation)
        if frame.disposal is Disposal.CLEAR:
            canvas.paste(_CLEAR, (*place, frame.left + drawn.width, frame.top + drawn.height))
        canvas = before


def _opened(content: bytes) -> Image.Image:
    """Opens a picture without decoding its pixels."""
    form = next(name for sign, name in _SIGNATURES if content.startswith(sign))
    return Image.open(io.BytesIO(content), formats=[form])


def _check_complete(content: bytes) -> None:
    """Raises RefusedError if a JPEG lacks pixels, because additional data would then change the picture."""
    more = _opened(content[:-2] + _FILLER + content[-2:])
    if ImageChops.difference(_opened(content).convert("RGB"), more.convert("RGB")).getbbox():
        raise RefusedError("truncated")


def _expanded(picture: Image.Image) -> Image.Image:
    """Returns the pixels in mode L, LA, RGB or RGBA, with 8 bits."""
    if picture.mode.startswith("I;16"):
        key = picture.info.get("transparency")
        wide = cast("Any", picture.convert("I"))
        grey = wide.point(_EIGHT_BITS, "L")
        if key is None:
            return grey
        alpha = wide.point([255 * (value != key) for value in range(2**16)], "L")
        return Image.merge("LA", (grey, alpha))
    is_grey = picture.mode in ("1", "L", "LA")
    if picture.has_transparency_data:
        return picture.convert("LA" if is_grey else "RGBA")
    return picture.convert("L" if is_grey else "RGB")


def _coloured(picture: Image.Image, profile: bytes) -> Image.Image:
    """Returns the picture in sRGB, without metadata. Like browsers, it ignores an unusable profile."""
    if profile:
        picture = _converted(picture, profile)
    plain = picture.convert("RGBA" if picture.mode.endswith("A") else "RGB")
    plain.info = {}
    return plain


def _converted(picture: Image.Image, profile: bytes) -> Image.Image:
    """Returns the picture in sRGB, or the same picture if the profile cannot be used."""
    space = profile[16:20]
    alpha = picture.getchannel("A") if picture.mode.endswith("A") else None
    if space == b"GRAY" and picture.mode in ("L", "LA"):
        plain = picture.getchannel(0)
    elif space == b"RGB ":
        plain = picture.convert("RGB")
    else:
        return picture
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        made = ImageCms.profileToProfile(plain, source, SRGB, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return picture
    if made is None:
        return picture
    if alpha is not None:
        made.putalpha(alpha)
    return made


def _upright(picture: Image.Image, orientation: int) -> Image.Image:
    how = _UPRIGHT.get(orientation)
    return picture if how is None else picture.transpose(how)
