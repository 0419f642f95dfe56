"""Recordings are rewritten: the sound is identical, and nothing else is in the new file."""

from collections.abc import Callable

import pytest

from tests.media import sounds
from wellwish.media.untrusted import mp4, ogg, rewrite, webm
from wellwish.media.untrusted.confine import RefusedError

_SECRETS = (b"Secret", b"script", b"PK\x03\x04", sounds.PLACE, b"\x5e\xc0\xde", b"\xa9xyz", b"udta")


def rewritten(media_type: str, content: bytes) -> tuple[bytes, int]:
    says, (made,) = rewrite.answer(media_type, content)
    return made, says["duration_ms"]


MP4: dict[str, bytes] = {
    "data last": sounds.mp4(9.5),
    "data first": sounds.mp4(9.5, data_first=True),
    "offsets of 64 bits": sounds.mp4(9.5, large_offsets=True),
    "one chunk": sounds.mp4(9.5, chunk=1_000),
    "fragments": sounds.mp4(9.5, fragments=True),
}


@pytest.mark.parametrize("how", sorted(MP4))
def test_keeps_the_sound_of_an_mp4_and_nothing_else(how: str) -> None:
    sent = MP4[how]
    for secret in (b"Secret", sounds.PLACE, b"\x5e\xc0\xde", b"\xa9xyz", b"udta", b"script"):
        assert secret in sent, "the control: the upload has it"
    made, duration_ms = rewritten("audio/mp4", sent)
    assert duration_ms == 9_500
    assert sounds.mp4_frames(made) == sounds.frames(9.5)
    assert not [secret for secret in _SECRETS if secret in made]
    assert len(made) < sum(map(len, sounds.frames(9.5))) + 4 * len(sounds.frames(9.5)) + 800
    again = rewritten("audio/mp4", made)
    assert again == (made, 9_500), "a rewritten file does not change"


@pytest.mark.parametrize("groups", [False, True])
def test_keeps_the_sound_of_a_webm_and_nothing_else(groups: bool) -> None:
    sent = sounds.webm(9.5, groups=groups)
    assert b"Secret attachment" in sent
    assert sounds.PLACE in sent, "the control"
    made, duration_ms = rewritten("audio/webm", sent)
    assert duration_ms == 9_480, "the time of the last block"
    assert sounds.webm_frames(made) == [(20 * at, frame) for at, frame in enumerate(sounds.frames(9.5))]
    assert sounds.HEAD in made
    assert not [secret for secret in _SECRETS if secret in made]
    assert rewritten("audio/webm", made) == (made, 9_480)


def test_empties_the_comments_of_an_ogg() -> None:
    sent = sounds.ogg(9.5)
    assert sounds.PLACE in sent, "the control"
    made, duration_ms = rewritten("audio/ogg", sent)
    head, tags, *sound = sounds.ogg_packets(made)
    assert (head, tags) == (sounds.HEAD, b"OpusTags" + bytes(8))
    assert sound == sounds.frames(9.5)
    assert duration_ms == 9_500
    assert not [secret for secret in _SECRETS if secret in made]
    assert rewritten("audio/ogg", made) == (made, 9_500)


def test_empties_the_comments_of_vorbis() -> None:
    sent = sounds.vorbis(4)
    made, duration_ms = rewritten("audio/ogg", sent)
    before, after = sounds.ogg_packets(sent, check=False), sounds.ogg_packets(made)
    assert (after[0], after[2:]) == (before[0], before[2:])
    assert after[1] == b"\x03vorbis" + bytes(8) + b"\x01"
    assert duration_ms == 4_000
    assert not [secret for secret in _SECRETS if secret in made]


def test_empties_the_comments_of_vorbis_in_a_webm() -> None:
    head, comments, tables, *_ = sounds.ogg_packets(sounds.vorbis(1), check=False)
    lengths = bytes([len(head)]) + b"\xff" * (len(comments) // 255) + bytes([len(comments) % 255])
    config = b"\x02" + lengths + head + comments + tables
    made, _ = rewritten("audio/webm", sounds.webm(2, codec=b"A_VORBIS", config=config))
    assert b"\x02" + bytes([30, 16]) + head + b"\x03vorbis" + bytes(8) + b"\x01" + tables in made
    assert not [secret for secret in _SECRETS if secret in made]


def test_cuts_the_tags_of_an_mp3() -> None:
    sent = sounds.mp3(3)
    made, duration_ms = rewritten("audio/mpeg", sent)
    assert made in sent
    assert (len(sent) - len(made), duration_ms // 100) == (10 + 12 + len(sounds.PLACE) + 128, 29)
    assert not [secret for secret in _SECRETS if secret in made]


@pytest.mark.parametrize(
    ("media_type", "content", "reason"),
    [
        ("audio/mp4", sounds.mp4(2, b"vide"), "not_accepted"),
        ("audio/mp4", sounds.mp4(2, codec=b"avc1"), "not_accepted"),
        ("audio/mp4", sounds.mp4(2)[:-300], "broken"),
        ("audio/mp4", sounds.mp4(2, codec=b"alac"), "lossless"),
        ("audio/mp4", sounds.mp4(2).replace(b"stsz", b"stsy"), "broken"),
        ("audio/webm", sounds.webm(2, track=1), "not_accepted"),
        ("audio/webm", sounds.webm(2, codec=b"V_VP9"), "not_accepted"),
        ("audio/webm", sounds.webm(2, scale=bytes(8) + b"\x01"), "broken"),
        ("audio/webm", sounds.webm(2, scale=b"\x00"), "broken"),
        ("audio/ogg", sounds.ogg(2) + sounds.page(2, 0, 0, b"OpusHead"), "not_accepted"),
        ("audio/ogg", sounds.ogg(2, b"fishead\x00"), "not_accepted"),
        ("audio/ogg", sounds.ogg(2)[:-5], "truncated"),
        ("audio/ogg", sounds.ogg(2) + b"<script>", "hidden"),
        ("audio/mp4", sounds.mp4(2) + b"<script>", "hidden"),
    ],
)
def test_refuses_a_recording(media_type: str, content: bytes, reason: str) -> None:
    with pytest.raises(RefusedError, match=f"^{reason}$"):
        rewrite.answer(media_type, content)


def test_overlapping_samples_do_not_multiply() -> None:
    content = sounds.mp4(4, chunk=1)
    chunks, sizes = content.index(b"stco") + 12, content.index(b"stsz") + 8
    shared = content[:chunks] + content[chunks : chunks + 4] * 200 + content[chunks + 800 :]
    assert rewritten("audio/mp4", shared)[1] == 4_000, "the control: together they are smaller than the file"
    with pytest.raises(RefusedError, match="broken"):
        rewritten("audio/mp4", shared[:sizes] + (2_000).to_bytes(4) + shared[sizes + 4 :])


MANY: dict[str, tuple[str, Callable[[int], bytes], int]] = {
    "boxes": ("audio/mp4", lambda count: sounds.mp4(1) + sounds.box(b"free") * count, mp4.MAX_BOXES),
    "elements": ("audio/webm", lambda count: sounds.webm(1) + b"\xec\x80" * count, webm.MAX_ELEMENTS),
    "pages": ("audio/ogg", lambda count: sounds.ogg(1) + sounds.page(0, 0, 0) * count, ogg.MAX_PAGES),
}


@pytest.mark.parametrize("what", sorted(MANY))
def test_limits_the_parts_of_a_recording_that_it_reads(what: str) -> None:
    media_type, make, most = MANY[what]
    with pytest.raises(RefusedError, match=r"^(segments|broken)$"):
        rewrite.answer(media_type, make(most))
    assert rewritten(media_type, make(most // 2))[1] > 0, "the control"
