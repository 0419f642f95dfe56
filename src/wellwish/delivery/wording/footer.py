"""The end of an email: the sender, the server, and where replies go."""

from wellwish.base.language import spoken
from wellwish.delivery.wording.sentence import isolated
from wellwish.delivery.words import Words


def footer(words: Words, host: str) -> list[str]:
    """Returns the sentences of the footer; ``host`` is the name of this server."""
    language = spoken(words.language)
    _ = language.gettext
    names = {"account": words.account, "host": isolated(host, language)}
    if words.account is None:
        sentences = [_("Sent by Wellwish (%(host)s).") % names]
    else:
        sentences = [_("%(account)s sent you this email through Wellwish (%(host)s).") % names]
    if words.reply_to is None:
        sentences.append(_("Replies to this email aren't read."))
    return sentences


def report_label(words: Words) -> str:
    """Returns the label of the link to report an email."""
    return spoken(words.language).gettext("Report this email")
