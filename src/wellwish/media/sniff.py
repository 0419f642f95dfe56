"""Detect the type of a file from its first bytes; its name and declared type are ignored.

Only signatures are compared here: the containers are parsed in a child process (``untrusted``).
"""


def picture(content: bytes) -> str | None:
    """Returns the media type of a picture, or None if the format is not accepted."""
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if content.startswith(b"RIFF") and content[8:12] == b"WEBP":
        return "image/webp"
    return None


def foreign_picture(content: bytes) -> str | None:
    """Returns ``heic`` or ``avif``, photo formats that are not accepted, or None (ISO/IEC 23008-12, 10)."""
    if content[4:8] != b"ftyp":
        return None
    size = min(int.from_bytes(content[:4]), 256)
    brands = {content[8:12], *(content[at : at + 4] for at in range(16, size, 4))}
    if brands & {b"avif", b"avis"}:
        return "avif"
    return (
        "heic" if brands & {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"} else None
    )


def film(content: bytes) -> str | None:
    """Returns the media type of a video, or None if the format is not accepted."""
    if content.startswith(b"\x1a\x45\xdf\xa3"):
        return "video/webm"
    return "video/mp4" if content[4:8] == b"ftyp" else None


def sound(content: bytes) -> str | None:
    """Returns the media type of a recording, or None if the format is not accepted."""
    if content.startswith(b"OggS"):
        return "audio/ogg"
    if content.startswith(b"\x1a\x45\xdf\xa3"):
        return "audio/webm"
    if content[4:8] == b"ftyp":
        return "audio/mp4"
    # Tags, or a frame of layer III (ISO/IEC 11172-3, 2.4.1.3).
    if content.startswith(b"ID3") or (content[:1] == b"\xff" and content[1:2] in b"\xe2\xe3\xf2\xf3\xfa\xfb"):
        return "audio/mpeg"
    return None
