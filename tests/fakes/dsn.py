"""Bounce mails in the formats of Postfix, Exchange Online and Gmail (RFC 3464), with invented texts."""

from textwrap import dedent


def _report(head: str, human: str, status: str, original: str) -> bytes:
    made = dedent(
        """\
        {head}
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"

        --=_b
        Content-Type: text/plain; charset=us-ascii

        {human}

        --=_b
        Content-Type: message/delivery-status

        {status}

        --=_b
        Content-Type: message/rfc822

        {original}

        --=_b--
        """
    )
    parts = {"head": head, "human": human, "status": status, "original": original}
    return made.format(**{name: dedent(part).strip() for name, part in parts.items()}).encode()


def postfix(to: str, recipient: str, status: str = "5.1.1", reply: str = "", action: str = "failed") -> bytes:
    """Postfix: a folded diagnostic, and the original recipient again."""
    said = reply or f"550 5.1.1 <{recipient}>: Recipient address rejected: User unknown"
    return _report(
        f"""
        Return-Path: <>
        From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
        Subject: Undelivered Mail Returned to Sender
        To: {to}
        Auto-Submitted: auto-replied
        """,
        "The mail could not be delivered.",
        f"""
        Reporting-MTA: dns; mx.example.org
        X-Postfix-Queue-ID: 4F1C2A0
        Arrival-Date: Mon, 23 Nov 2026 09:00:00 +0000 (UTC)

        Final-Recipient: rfc822; {recipient}
        Original-Recipient: rfc822;{recipient}
        Action: {action}
        Status: {status}
        Remote-MTA: dns; mx.example.com
        Diagnostic-Code: smtp; {said.replace(" ", chr(10) + "            ", 1)}
        """,
        f"""
        From: cards@example.org
        To: {recipient}
        Subject: Sign the card

        Hello
        """,
    )


def exchange(to: str, recipient: str) -> bytes:
    """Exchange Online: no original recipient, a proprietary code, and field names in another case."""
    return _report(
        f"""
        From: <postmaster@example.onmicrosoft.com>
        To: <{to}>
        Subject: Undeliverable: Sign the card
        Content-Language: en-US
        X-MS-Exchange-Message-Is-Ndr:
        """,
        "Your message could not be delivered.",
        f"""
        Reporting-MTA: dns;AM0PR01.eurprd01.prod.exchangelabs.com
        Received-From-MTA: dns;mx.example.org
        Arrival-Date: Mon, 23 Nov 2026 09:00:00 +0000

        Final-recipient: rfc822;{recipient}
        Action: failed
        Status: 5.1.10
        Diagnostic-code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP lookup
        X-Display-Name: {recipient}
        """,
        f"""
        From: cards@example.org
        To: {recipient}

        Hello
        """,
    )


def gmail(to: str, recipient: str) -> bytes:
    """Gmail: a copy of the recipient in the header, and a diagnostic of several lines with codes."""
    return _report(
        f"""
        Delivered-To: {to}
        Return-Path: <>
        From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
        To: {to}
        Auto-Submitted: auto-replied
        Subject: Delivery Status Notification (Failure)
        X-Failed-Recipients: {recipient}
        """,
        "Address not found",
        f"""
        Reporting-MTA: dns; googlemail.com
        Arrival-Date: Mon, 23 Nov 2026 01:00:00 -0800 (PST)
        X-Original-Message-ID: <inv@example.org>

        Final-Recipient: rfc822; {recipient}
        Action: failed
        Status: 5.1.1
        Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.1, the server for the domain gmail.com.)
        Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
            550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1 - gsmtp
        Last-Attempt-Date: Mon, 23 Nov 2026 01:00:01 -0800 (PST)
        """,
        f"""
        From: cards@example.org
        To: {recipient}

        Hello
        """,
    )


def automatic_reply(to: str) -> bytes:
    """An out-of-office reply, which quotes a status."""
    return (
        f"From: ana@example.com\nTo: {to}\nSubject: Out of office\nAuto-Submitted: auto-replied\n"
        "Content-Type: text/plain\n\n"
        "Final-Recipient: rfc822; ana@example.com\nAction: failed\nStatus: 5.1.1\n"
    ).encode()
