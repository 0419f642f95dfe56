"""Days in the formats in which spreadsheets copy them."""

import pytest

from wellwish.web.lists.day import is_instant, readings

# The text, and its readings in each order.
TABLE = [
    ("2027-12-31", {"ymd": "2027-12-31"}),
    ("2027/12/31", {"ymd": "2027-12-31"}),
    ("2027.12.31", {"ymd": "2027-12-31"}),
    ("2027-12-31 00:00:00", {"ymd": "2027-12-31"}),
    ("31.12.2027", {"dmy": "2027-12-31"}),
    ("31. 12. 2027", {"dmy": "2027-12-31"}),
    ("1.2.2027", {"dmy": "2027-02-01"}),
    ("31.12.27", {"dmy": "2027-12-31"}),
    ("31.12.2027 00:00", {"dmy": "2027-12-31"}),
    ("12/31/2027", {"mdy": "2027-12-31"}),
    ("12/31/2027 12:00:00 AM", {"mdy": "2027-12-31"}),
    ("31/12/2027", {"dmy": "2027-12-31"}),
    ("31-12-2027", {"dmy": "2027-12-31"}),
    ("12/31/27", {"mdy": "2027-12-31"}),
    ("03/04/2027", {"dmy": "2027-04-03", "mdy": "2027-03-04"}),
    ("3-4-2027", {"dmy": "2027-04-03", "mdy": "2027-03-04"}),
    ("04/04/2027", {"dmy": "2027-04-04"}),
    ("31/12/27", {"dmy": "2027-12-31", "ymd": "2031-12-27"}),
    ("27/12/31", {"dmy": "2031-12-27", "ymd": "2027-12-31"}),
    ("٣١/١٢/٢٠٢٧", {"dmy": "2027-12-31"}),
    ("31 December 2027", {"dmy": "2027-12-31"}),
    ("December 31, 2027", {"dmy": "2027-12-31"}),
    ("Friday, December 31, 2027", {"dmy": "2027-12-31"}),
    ("31-Dec-27", {"dmy": "2027-12-31"}),
    ("31. Dezember 2027", {"dmy": "2027-12-31"}),
    ("Freitag, 31. Dezember 2027", {"dmy": "2027-12-31"}),
    ("31 décembre 2027", {"dmy": "2027-12-31"}),
    ("٣١ ديسمبر ٢٠٢٧", {"dmy": "2027-12-31"}),
    ("30.02.2027", {}),
    ("31/13/2027", {}),
    ("46752", {}),
    ("Dec 2027", {}),
    ("31 December", {}),
    ("soon", {}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "right"), TABLE)
def test_reads_dates(text: str, right: dict[str, str]) -> None:
    assert {order: read.isoformat() for order, read in readings(text).items()} == right


def test_the_order_decides_only_between_possible_readings() -> None:
    assert [str(each) for each in readings("03/04/2027", "mdy").values()] == ["2027-03-04"]
    assert [str(each) for each in readings("12/31/2027", "dmy").values()] == ["2027-12-31"]
    assert len(readings("03/04/2027", "ymd")) == 2


def test_leaves_times_to_the_api() -> None:
    assert is_instant("2027-12-24T18:00:00Z")
    assert is_instant("2027-12-24 18:00")
    assert not is_instant("24.12.2027 18:00")
