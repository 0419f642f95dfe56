"""Messages for refused files, with the limits and the accepted types."""

from collections.abc import Mapping
from typing import Final

from wellwish.base.errors import (
    BodyTooLarge,
    BodyTooSlow,
    ForeignForm,
    InvalidRequest,
    MediaBroken,
    MediaInfected,
    MediaNotAccepted,
    MediaTooLarge,
    Refusal,
    TooManyMedia,
    TooManyRequests,
    Unavailable,
)
from wellwish.base.language import later

FILE_FAULTS: Final[dict[type[Refusal], str]] = {
    MediaTooLarge: later("This file is too large. Pictures can be up to 20 MB, voice notes up to one minute"),
    MediaNotAccepted: later("Choose a JPEG, PNG, WebP or GIF image, or an MP3, MP4, WebM or Ogg voice note"),
    MediaBroken: later("We couldn't read this file. Choose another one"),
    MediaInfected: later("The virus scanner found a problem with this file. Choose another one"),
    TooManyMedia: later("You have too many unused uploads. Sign without a file and add it later"),
    InvalidRequest: later("We couldn't read this drawing. Try a simpler one"),
    Unavailable: later("We couldn't save the file. Please try again shortly"),
    TooManyRequests: later("Too many uploads from your network just now. Wait a moment and try again"),
    ForeignForm: later("Reload the page and add the file again"),
    BodyTooLarge: later("This file is too large. Pictures can be up to 20 MB, voice notes up to one minute"),
    BodyTooSlow: later("The upload took too long. Your connection may be slow"),
}
FILE_FAULTS_OF_VIDEOS: Final[dict[type[Refusal], str]] = {
    **FILE_FAULTS,
    MediaTooLarge: later("This video is too large. Videos can be up to 30 seconds long and up to 25 MB"),
    MediaNotAccepted: later("Choose an MP4 video with H.264 and AAC, or a WebM video with VP9 and Opus"),
}
# Advice by error code, for files that can be converted.
_FILE_FAULTS_BY_CODE: Final = {
    "heic": later(
        "This photo is in the HEIC format. Save it as a JPEG and choose that file. On an iPhone, choose "
        "Settings, Camera, Formats, Most Compatible to take new photos as JPEGs"
    ),
    "avif": later(
        "This picture is in the AVIF format. Open it in a photo app, save it as a JPEG or PNG, and choose "
        "that file"
    ),
    "lossless": later(
        "This recording is in the Apple Lossless format, which most browsers can't play. On an iPhone, "
        "choose Settings, Apps, Voice Memos, Audio Quality, Compressed, and record it again"
    ),
}
FILE_FAILED: Final = later("The upload failed. Please try again")


def file_fault(refusal: Refusal, messages: Mapping[type[Refusal], str] = FILE_FAULTS) -> str:
    """Returns the untranslated message for a refused file; ``messages`` contains those of the field."""
    codes = [fault.code for fault in refusal.faults if fault.code in _FILE_FAULTS_BY_CODE]
    return _FILE_FAULTS_BY_CODE[codes[0]] if codes else messages.get(type(refusal), FILE_FAILED)
