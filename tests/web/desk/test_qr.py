"""QR codes of links."""

from wellwish.web.desk import qr


def test_differs_by_link_and_has_no_script_or_style() -> None:
    one, other = qr.code("https://cards.example/v/one"), qr.code("https://cards.example/v/other")
    assert one != other
    assert one.startswith("<svg")
    assert "style=" not in one
    assert "<script" not in one
