"""Messages for refused files, with the limits and the accepted types."""

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
    MediaNotAccepted: later("Choose a JPEG, PNG, WebP or GIF image, or an MP4, WebM or Ogg voice note"),
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
FILE_FAILED: Final = later("The upload failed. Please try again")
