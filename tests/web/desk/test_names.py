"""Names of designs and bundles on the desk's pages."""

import tomllib

import pytest

from tests.web.desk.people import signed_in
from tests.world import Person
from wellwish.base.language import LANGUAGES
from wellwish.bundles import load as bundles
from wellwish.designs.templates import load as designs
from wellwish.web.desk import names

pytestmark = pytest.mark.anyio


def test_all_names_of_the_catalogues_are_translated() -> None:
    for file, kind, known in (
        (designs.CATALOGUE, "template", names.DESIGNS), (bundles.CATALOGUE, "bundle", names.BUNDLES),
    ):  # fmt: skip
        catalogue = tomllib.loads(file.read_text(encoding="utf-8"))
        assert known == {each["name"] for each in catalogue[kind]}


@pytest.mark.parametrize(
    ("code", "name"), [("en", "Birthday cake"), ("de", "Geburtstagstorte"), ("ar", "كعكة عيد الميلاد")]
)
async def test_designs_are_named_in_the_language_of_the_page(code: str, name: str, alice: Person) -> None:
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/cards/new?lang={code}")
    assert name in visitor.page
    await visitor.open(f"/desk/cards/batch?lang={code}")
    assert name in visitor.page


async def test_bundles_of_an_operator_keep_their_names(alice: Person) -> None:
    """A name may equal a translated word or contain a format character."""
    for name in ("Account", "50 % off"):
        assert names.bundle(LANGUAGES["de"], name) == name
    assert names.bundle(LANGUAGES["de"], "Ten cards") == "Zehn Karten"  # the control
    await alice.world.owner.execute(
        "update bundle_purchases set name = '50 %(off)s' where account_id = $1", alice.account_id
    )
    visitor = await signed_in(alice)
    await visitor.open("/desk/bundles?lang=de")
    assert "50 %(off)s" in visitor.page
    assert "Zehn Karten" in visitor.page


@pytest.mark.parametrize(("code", "name"), [("en", "Granted cards"), ("de", "Gutgeschriebene Karten")])
async def test_granted_bundles_are_named_in_the_language_of_the_page(
    code: str, name: str, alice: Person
) -> None:
    await alice.world.owner.execute(
        "update bundle_purchases set name = 'Granted cards' where account_id = $1", alice.account_id
    )
    visitor = await signed_in(alice)
    await visitor.open(f"/desk/bundles?lang={code}")
    assert name in visitor.page
