"""Recordings for tests, and parsers for the rewritten ones that share no code with the service."""

import struct
from typing import Final

PLACE: Final = b"+52.5200+013.4050/"  # ISO 6709, as phones write it into a recording
PAGE: Final = b"<html><script>alert(1)</script>PK\x03\x04"
FRAMES_PER_S: Final = 50  # Opus in frames of 20 ms
HEAD: Final = b"OpusHead" + struct.pack("<BBHIhB", 1, 1, 312, 48_000, 0, 0)


def frames(seconds: float) -> list[bytes]:
    """Returns frames of sound with different content and lengths."""
    return [b"\xf8" + bytes([at % 251]) * (3 + at % 40) for at in range(int(seconds * FRAMES_PER_S))]


def box(name: bytes, *values: bytes) -> bytes:
    value = b"".join(values)
    return struct.pack(">I4s", len(value) + 8, name) + value


def full(name: bytes, *numbers: int, then: bytes = b"", flags: int = 0) -> bytes:
    return box(name, struct.pack(f">{1 + len(numbers)}I", flags, *numbers), then)


def _private() -> bytes:
    place = box(b"\xa9xyz", struct.pack(">HH", len(PLACE), 0x15C7), PLACE)
    title = box(
        b"meta", bytes(4), full(b"hdlr", 0, then=b"mdirappl" + bytes(9)), box(b"ilst", b"Secret title")
    )
    return box(b"udta", place, title)


def _track(handler: bytes, lasts: int, table: bytes, entry: bytes) -> bytes:
    described = full(b"stsd", 1, then=entry)
    head = full(b"tkhd", 0x5EC0DE, 0x5EC0DE, 1, 0, lasts, then=bytes(60), flags=7)
    edits = box(b"edts", full(b"elst", 1, lasts, 312, 0x10000))
    media = box(
        b"mdia",
        full(b"mdhd", 0x5EC0DE, 0x5EC0DE, 48_000, lasts, 0),
        full(b"hdlr", 0, then=handler + bytes(12) + b"Secret handler\x00"),
        box(b"minf", full(b"smhd", 0), box(b"stbl", described, table, full(b"uuid", then=b"Secret uuid"))),
    )
    return box(b"trak", head, edits, media, _private())


def mp4(
    seconds: float,
    handler: bytes = b"soun",
    *,
    fragments: bool = False,
    data_first: bool = False,
    large_offsets: bool = False,
    codec: bytes = b"Opus",
    chunk: int = 7,
) -> bytes:
    """Returns an MP4 file with a location, a title, and HTML and a ZIP file in every box that allows them."""
    sound = frames(seconds)
    lasts = 0 if fragments else 960 * len(sound)
    config = box(b"dOps", b"\x00\x01" + struct.pack(">HIhB", 312, 48_000, 0, 0))
    fixed = bytes(6) + b"\x00\x01" + bytes(8) + struct.pack(">HHIHH", 1, 16, 0, 48_000, 0)
    entry = box(codec, fixed, config, box(b"free", b"Secret entry"))
    head = box(b"ftyp", b"isom\x00\x00\x00\x00isom") + box(b"free", PAGE)
    tail = box(b"skip", PAGE) + box(b"uuid", bytes(16), b"Secret film")
    movie = full(b"mvhd", 0x5EC0DE, 0x5EC0DE, 48_000, lasts, then=bytes(80))
    if fragments:
        table = full(b"stts", 0) + full(b"stsc", 0) + full(b"stsz", 0, 0) + full(b"stco", 0)
        more = box(b"mvex", full(b"trex", 1, 1, 960, 0, 0))
        parts = box(b"moov", movie, _track(handler, lasts, table, entry), more, _private())
        for start in range(0, len(sound), FRAMES_PER_S):
            part = sound[start : start + FRAMES_PER_S]
            parts += _fragment(part, 960 * start, is_last=start + FRAMES_PER_S >= len(sound))
        return head + parts + tail
    # Chunks in reverse order, with other bytes between them.
    chunks = [sound[start : start + chunk] for start in range(0, len(sound), chunk)]
    data, offsets = PAGE, []
    for each in reversed(chunks):
        offsets.insert(0, len(data))
        data += b"".join(each) + b"Secret gap"

    def moov(data_at: int) -> bytes:
        rest = [(len(chunks), len(chunks[-1]), 1)] if len(chunks[-1]) < chunk and len(chunks) > 1 else []
        runs = [(1, len(chunks[0]), 1), *rest]
        form = f">{len(offsets)}{'Q' if large_offsets else 'I'}"
        places = struct.pack(form, *(data_at + each for each in offsets))
        table = (
            full(b"stts", 1, len(sound), 960)
            + full(b"stsc", len(runs), *(number for run in runs for number in run))
            + full(b"stsz", 0, len(sound), *map(len, sound))
            + full(b"co64" if large_offsets else b"stco", len(offsets), then=places)
        )
        return box(b"moov", movie, _track(handler, lasts, table, entry), _private())

    if data_first:
        return head + box(b"mdat", data) + moov(len(head) + 8) + tail
    return head + moov(len(head) + len(moov(0)) + 8) + box(b"mdat", data) + tail


def _fragment(sound: list[bytes], time: int, *, is_last: bool) -> bytes:
    """Returns a fragment like Chromium's, with a wrong duration of its last sample.

    The last fragment takes the durations from trex.
    """
    lasts = [960] * (len(sound) - 1) + [10]

    def moof(data_at: int) -> bytes:
        columns = [number for each, frame in zip(lasts, sound, strict=True) for number in (each, len(frame))]
        run = full(b"trun", len(sound), data_at, *columns, flags=0x301)
        if is_last:
            run = full(b"trun", len(sound), data_at, *map(len, sound), flags=0x201)
        began = box(b"tfdt", b"\x01\x00\x00\x00", struct.pack(">Q", time))
        head = full(b"tfhd", 1, flags=0x20000)
        return box(b"moof", full(b"mfhd", 1), box(b"traf", head, began, run, _private()))

    return moof(len(moof(0)) + 8) + box(b"mdat", b"".join(sound), b"Secret rest")


def mp4_frames(content: bytes) -> list[bytes]:
    """Returns the samples of a whole MP4 file with one track."""
    found = dict[bytes, bytes]()

    def walk(start: int, end: int) -> None:
        while start < end:
            size, name = struct.unpack_from(">I4s", content, start)
            if name in (b"moov", b"trak", b"mdia", b"minf", b"stbl"):
                walk(start + 8, start + size)
            assert name not in found, name
            found[name] = content[start + 8 : start + size]
            start += size
        assert start == end

    walk(0, len(content))
    sizes = struct.unpack(f">{(len(found[b'stsz']) - 12) // 4}I", found[b"stsz"][12:])
    starts = struct.unpack(f">{(len(found[b'stco']) - 8) // 4}I", found[b"stco"][8:])
    runs = list(struct.iter_unpack(">III", found[b"stsc"][8:]))
    made: list[bytes] = []
    for number, start in enumerate(starts, 1):
        at, samples = start, next(each for first, each, _ in reversed(runs) if first <= number)
        for size in sizes[len(made) : len(made) + samples]:
            made.append(content[at : at + size])
            at += size
    assert len(made) == len(sizes)
    return made


def element(identity: bytes, *values: bytes) -> bytes:
    value = b"".join(values)
    return identity + struct.pack(">Q", len(value) | 1 << 56) + value


def _unknown(identity: bytes, *values: bytes) -> bytes:
    return identity + b"\x01\xff\xff\xff\xff\xff\xff\xff" + b"".join(values)


def webm(
    seconds: float,
    track: int = 2,
    *,
    scale: bytes = (1_000_000).to_bytes(3),
    time: bytes = b"",
    groups: bool = False,
    codec: bytes = b"A_OPUS",
    config: bytes = HEAD,
) -> bytes:
    """Returns a WebM file as browsers record it, without a duration, with metadata in every corner.

    ``time`` replaces the timestamp of each cluster.
    """
    private = [
        element(b"\xec", PAGE),
        element(b"\x12\x54\xc3\x67", element(b"\x73\x73", b"Secret tag" + PLACE)),
        element(b"\x19\x41\xa4\x69", element(b"\x61\xa7", b"Secret attachment")),
    ]
    head = element(b"\x1a\x45\xdf\xa3", element(b"\x42\x82", b"webm"))
    about = element(
        b"\x15\x49\xa9\x66", element(b"\x2a\xd7\xb1", scale), element(b"\x7b\xa9", b"Secret title"),
        element(b"\x57\x41", b"Secret phone"),
    )  # fmt: skip
    entry = element(
        b"\xae", element(b"\xd7", b"\x05"), element(b"\x83", bytes([track])), element(b"\x86", codec),
        element(b"\x53\x6e", b"Secret track"), element(b"\x63\xa2", config),
        element(b"\xe1", element(b"\xb5", struct.pack(">d", 48_000)), element(b"\x9f", b"\x01")),
    )  # fmt: skip
    tracks = element(b"\x16\x54\xae\x6b", entry)
    sound, clusters = frames(seconds), b""
    for start in range(0, len(sound), FRAMES_PER_S):
        inside = [element(b"\xe7", time or (start * 20).to_bytes(4))]
        for at, frame in enumerate(sound[start : start + FRAMES_PER_S]):
            block = b"\x85" + struct.pack(">hB", at * 20, 0 if groups else 0x80) + frame
            inside.append(element(b"\xa0", element(b"\xa1", block)) if groups else element(b"\xa3", block))
        clusters += _unknown(b"\x1f\x43\xb6\x75", *inside)
    return head + _unknown(b"\x18\x53\x80\x67", about, *private, tracks, clusters, *private)


def webm_frames(content: bytes) -> list[tuple[int, bytes]]:
    """Returns the time and content of the blocks of a file whose elements have 8 bytes of size."""
    made: list[tuple[int, bytes]] = []
    start = 0

    def walk(at: int, end: int) -> None:
        nonlocal start
        while at < end:
            width = 9 - content[at].bit_length()
            name, size = (
                content[at : at + width],
                struct.unpack_from(">Q", content, at + width)[0] - (1 << 56),
            )
            at += width + 8
            assert at + size <= end
            if name in (b"\x18\x53\x80\x67", b"\x1f\x43\xb6\x75"):
                walk(at, at + size)
            elif name == b"\xe7":
                start = int.from_bytes(content[at : at + size])
            elif name == b"\xa3":
                assert content[at] == 0x81
                assert content[at + 3] & 0x80
                time = struct.unpack_from(">h", content, at + 1)[0]
                made.append((start + time, content[at + 4 : at + size]))
            at += size

    walk(0, len(content))
    return made


def page(flags: int, granule: int, number: int, *packets: bytes) -> bytes:
    """Returns a page of Ogg with whole packets; its checksum is left out."""
    lengths = b"".join(b"\xff" * (len(each) // 255) + bytes([len(each) % 255]) for each in packets)
    head = struct.pack("<4sBBqIII", b"OggS", 0, flags, granule, 7, number, 0)
    return head + bytes([len(lengths)]) + lengths + b"".join(packets)


def comments(head: bytes) -> bytes:
    said = [b"TITLE=Secret title", b"LOCATION=" + PLACE, b"METADATA_BLOCK_PICTURE=" + b"Secret" * 4_000]
    listed = b"".join(struct.pack("<I", len(each)) + each for each in said)
    return head + struct.pack("<I", 6) + b"Secret" + struct.pack("<I", len(said)) + listed


def ogg(seconds: float, head: bytes = HEAD) -> bytes:
    """Returns an Ogg Opus file whose comments have a place and a picture."""
    sound, tags = frames(seconds), comments(b"OpusTags")
    made = [page(2, 0, 0, head), page(0, 0, 1, tags)]
    for start in range(0, len(sound), FRAMES_PER_S):
        part = sound[start : start + FRAMES_PER_S]
        made.append(page(0, 960 * (start + len(part)) + 312, len(made), *part))
    return b"".join(made)


def vorbis(seconds: float) -> bytes:
    """Returns an Ogg Vorbis file: its second page has the comments and begins the tables."""
    head = b"\x01vorbis" + struct.pack("<IBIiiiBB", 0, 1, 48_000, 0, 64_000, 0, 0xB8, 1)
    tables = b"\x05vorbis" + bytes(range(256)) * 20
    sound = frames(seconds)
    made = [page(2, 0, 0, head), page(0, 0, 1, comments(b"\x03vorbis"), tables)]
    made.append(page(4, 48_000 * int(seconds), 2, *sound[:200]))
    return b"".join(made)


def ogg_packets(content: bytes, *, check: bool = True) -> list[bytes]:
    """Returns the packets; checks the order of the pages and their checksums."""
    made, open_packet, at, number = list[bytes](), b"", 0, 0
    while at < len(content):
        count = content[at + 26]
        lengths = content[at + 27 : at + 27 + count]
        end = at + 27 + count + sum(lengths)
        if check:
            blank = content[at : at + 22] + bytes(4) + content[at + 26 : end]
            assert struct.unpack_from("<I", content, at + 22)[0] == _checksum(blank)
        assert struct.unpack_from("<I", content, at + 18)[0] == number
        assert content[at + 5] & 1 == bool(open_packet)
        at, number = at + 27 + count, number + 1
        for length in lengths:
            open_packet += content[at : at + length]
            at += length
            if length < 255:
                made.append(open_packet)
                open_packet = b""
    return made


def _checksum(page: bytes) -> int:
    """The checksum of RFC 3533, bit by bit."""
    value = 0
    for byte in page:
        value ^= byte << 24
        for _ in range(8):
            value = (value << 1 ^ (0x04C11DB7 if value & 0x80000000 else 0)) & 0xFFFFFFFF
    return value


def mp3(seconds: float) -> bytes:
    """Returns frames of 128 kbit/s and 44.1 kHz between tags."""
    frame = b"\xff\xfb\x90\x00" + bytes(413)
    tag = b"Secret title" + PLACE
    head = b"ID3\x04\x00\x00" + bytes([0, 0, len(tag) >> 7, len(tag) & 127]) + tag
    return head + frame * int(seconds * 44_100 / 1152) + b"TAG" + b"Secret".ljust(125, b"\x00")
