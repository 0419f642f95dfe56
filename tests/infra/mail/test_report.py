"""Reading bounce mails: only permanent failures count, and the cost of a hostile mail is bounded."""

import time
from collections.abc import Callable

import pytest

from tests.fakes import dsn
from wellwish.infra.mail import MAX_REPORT_BYTES, Report, is_missing_mailbox, read_report

TO = "bounce+abc@bounces.example.org"
REPORT = b"Content-Type: multipart/report; report-type=delivery-status;"
GOOD = dsn.postfix(TO, "ana@example.com")
ANOTHER = b"Final-Recipient: rfc822; b@example.com\nAction: failed\nStatus: 5.1.1\n\n"


def read(raw: bytes) -> Report:
    report = read_report(raw)
    assert report is not None
    return report


@pytest.mark.parametrize("shape", [dsn.postfix, dsn.exchange, dsn.gmail])
@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_reads_the_failure_of_a_recipient(shape: Callable[[str, str], bytes], line_end: bytes) -> None:
    report = read(shape(TO, "ana@example.com").replace(b"\n", line_end))
    [failure] = report.failures
    assert TO in report.sent_to
    assert failure.recipients == {"ana@example.com"}
    assert failure.code == 550
    assert is_missing_mailbox(failure.code, failure.text)


def test_a_policy_is_a_failure_but_no_missing_mailbox() -> None:
    [failure] = read(dsn.postfix(TO, "ana@example.com", "5.7.1", "554 5.7.1 blocked")).failures
    assert not is_missing_mailbox(failure.code, failure.text)


def test_a_generic_status_is_decided_by_the_reply() -> None:
    [failure] = read(dsn.postfix(TO, "ana@example.com", "5.0.0", "550 No such user here")).failures
    assert is_missing_mailbox(failure.code, failure.text)


@pytest.mark.parametrize(
    ("status", "action"),
    [("4.4.1", "delayed"), ("4.4.7", "failed"), ("5.1.1", "delayed"), ("2.0.0", "delivered"), ("", "failed"),
     ("5.1.1", "relayed"), ("5.1.1", "expanded"), ("nonsense", "failed")],
)  # fmt: skip
def test_other_statuses_and_actions_are_no_failures(status: str, action: str) -> None:
    assert read(dsn.postfix(TO, "ana@example.com", status, action=action)).failures == []


def test_reads_xtext() -> None:
    raw = dsn.postfix(TO, "ana@example.com").replace(
        b"Original-Recipient: rfc822;ana@", b"Original-Recipient: rfc822;ana+2Bcards@"
    )
    [failure] = read(raw).failures
    assert "ana+cards@example.com" in failure.recipients


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe\x00",
        dsn.automatic_reply(TO),
        GOOD.replace(b"report-type=delivery-status", b"report-type=feedback-report"),
        GOOD.replace(b"multipart/report", b"multipart/mixed"),
        GOOD.replace(b"message/delivery-status", b"text/plain"),
        b"Content-Type: multipart/report; report-type=delivery-status\n\nno parts",
    ],
)  # fmt: skip
def test_other_mails_are_no_reports(raw: bytes) -> None:
    assert read_report(raw) is None


def nested(depth: int) -> bytes:
    head = b'Content-Type: multipart/report; report-type=delivery-status; boundary="%d"\n\n--%d\n'
    return b"".join(head % (n, n) for n in range(depth)) + b"Content-Type: text/plain\n\nend\n"


@pytest.mark.parametrize(
    "made",
    [
        lambda: nested(2000),
        lambda: REPORT + b" boundary=b\n\n" + b"--b\n" * 500_000,
        lambda: b"To: " + b"<a@b>," * 200_000,
        lambda: b"Content-Type: multipart/report; boundary=" + b'"' * 300_000,
        lambda: b"Content-Type: multipart/report;" + b" report-type*0=a;" * 20_000 + b"\n\n",
        lambda: dsn.postfix(TO, "ana@example.com") + b"x" * 50_000_000,
        lambda: GOOD.replace(b"Final-Recipient", ANOTHER * 5000 + b"Final-Recipient", 1),
    ],
    ids=["nested", "parts", "recipients", "quotes", "continuations", "large", "many"],
)  # fmt: skip
def test_a_hostile_mail_is_bounded(made: Callable[[], bytes]) -> None:
    raw = made()
    began = time.monotonic()
    report = read_report(raw)
    assert report is None or len(report.failures) <= 50
    assert time.monotonic() - began < 20  # a parser of quadratic time would take minutes


def test_the_beginning_of_a_large_report_is_enough() -> None:
    raw = dsn.postfix(TO, "ana@example.com") + b"x" * MAX_REPORT_BYTES
    assert len(read(raw).failures) == 1
