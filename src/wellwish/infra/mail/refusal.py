"""Decides whether a refusal means that the mailbox does not exist.

A specific enhanced status code (RFC 3463) is decisive. Large providers also refuse with only 550 or 554, or
with a generic code. In this case, the text must state that the mailbox is missing, without another cause such
as a policy, the reputation or the sender. A recognised refusal suppresses the address, whereas an
unrecognised one only fails a single email, so ambiguous refusals are not recognised.
``tests/infra/mail/replies.txt`` quotes replies and their sources.
"""

import re
from typing import Final

ENHANCED: Final = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)")
_LONGEST: Final = 2000  # number of examined characters of a reply

# RFC 3463 and its registry: the mailbox or its domain does not exist, is malformed, has moved or is disabled.
_MISSING: Final = frozenset({"5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
# Codes without more information than the reply code; 5.4.1 is Exchange Online's directory lookup.
_GENERIC: Final = frozenset({"5.0.0", "5.1.0", "5.2.0", "5.3.0", "5.4.1", "5.5.0"})
# RFC 5321 4.2.3: mailbox unavailable, over its storage (Yahoo: not found), not allowed, transaction failed.
_CODES: Final = frozenset({550, 552, 553, 554})

# Addresses and URLs can contain words that are unrelated to the refusal.
_NOISE: Final = re.compile(r"https?://\S+|\S+@\S+")
_WHITE: Final = re.compile(r"\s+")
_OTHER_CAUSE: Final = re.compile(
    r"spam|polic(?:y|ies)|block(?:ed|ing)?\b|block ?list|black ?list|deny ?list|reputation|banned|prohibit"
    r"|\bsender\b|\bsending\b|\bfrom address|mail from|relaying|relay (?:access|denied|not)|\bspf\b|dkim"
    r"|dmarc|authenticat|\bhelo\b|reverse dns|\bptr\b|quota|over ?limit|\bfull\b|storage|at a rate|rate limit"
    r"|too (?:many|quickly|fast|large|big)|virus|malware|content|attachment|throttl|greylist"
    r"|your (?:account|mailbox|server|ip|domain)\b|not authori[sz]ed|permission|restricted|temporar|try again"
)
_SOMEBODY: Final = r"(?:user|recipient|mailbox|addressee|address|account|alias)"
_NO_MAILBOX: Final = re.compile(
    r"mailbox unavailable|no mailbox here|recipientnotfound|benutzer nicht bekannt|unbekannter benutzer"
    rf"|(?:no such|unknown|invalid|non-?existent|unrouteable|bad|undeliverable)(?: or illegal)? {_SOMEBODY}"
    r"|unknown local part|bad destination mailbox"
    rf"|{_SOMEBODY}\b.{{0,60}}?\b(?:unknown|not found|not known|not exist|doesn't exist|is invalid|disabled"
    r"|discontinued|inactive|closed|not listed|no longer (?:exist|available|valid|active|in use))"
    r"|user doesn't have an? .{1,60}? account|(?:not a|is not a) (?:valid|known) (?:mailbox|recipient|user)"
)
# Directory-based edge blocking of Exchange Online.
_NOT_IN_DIRECTORY: Final = re.compile(r"recipient address rejected: access denied")


def enhanced_code(text: str) -> str | None:
    """Returns the decisive enhanced status code: that of a policy, the first specific one, or the first."""
    codes = ENHANCED.findall(text[:_LONGEST])
    policies = [code for code in codes if code.startswith("5.7.")]
    if policies:
        return policies[0]
    specific = [code for code in codes if code not in _GENERIC]
    return next(iter(specific or codes), None)


def is_missing_mailbox(code: int, text: str) -> bool:
    """Whether the reply to RCPT or to the email means that the mailbox does not exist."""
    enhanced = enhanced_code(text)
    plain = _WHITE.sub(" ", _NOISE.sub(" ", text[:_LONGEST])).lower().replace("\u2019", "'")
    if enhanced is not None and enhanced not in _GENERIC:
        # Gmail also uses 5.2.1 for mailboxes that receive too much.
        return enhanced in _MISSING and "at a rate" not in plain and "too quickly" not in plain
    if enhanced == "5.4.1":
        return _NOT_IN_DIRECTORY.search(plain) is not None
    if code not in _CODES or _OTHER_CAUSE.search(plain) is not None:
        return False
    return _NO_MAILBOX.search(plain) is not None
