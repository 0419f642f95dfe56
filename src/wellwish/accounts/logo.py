"""The account's logo: a small PNG in media storage, at a public path.

The path of a replaced logo serves the current one, because sent emails contain it. Every logo of an account
has a different path, so that browsers and mail programs can cache it.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from wellwish.infra.db import Tx

FILE: Final = "logo.png"
_SHARPNESS: Final = 2  # image pixels per CSS pixel


class Logo(Struct, frozen=True):
    """The logo as stored in ``accounts``; ``token`` stays the same when another logo replaces this one."""

    folder: str
    token: str
    digest: str
    width: int
    height: int
    bytes: int

    def shown(self, account_id: str) -> "ShownLogo":
        """Returns the logo with its size on pages and in emails."""
        path = f"/logos/{account_id}/{self.token}/{self.digest}.png"
        return ShownLogo(path, max(1, self.width // _SHARPNESS), max(1, self.height // _SHARPNESS))


class ShownLogo(Struct, frozen=True):
    """The path of a logo, and its size in CSS pixels."""

    path: str
    width: int
    height: int


class _Found(Struct):
    logo: Logo | None


async def find(tx: Tx, account_id: str, token: str) -> Logo | None:
    """Returns the logo if the token in its path is valid and the account is not suspended."""
    found = await tx.maybe(
        _Found,
        """
        select logo from accounts
        where id = :account_id and logo ->> 'token' = :token
          and not exists (select 1 from account_suspensions s where s.account_id = accounts.id)
        """,
        account_id=account_id,
        token=token,
    )
    return None if found is None else found.logo


class LogoFile(Struct, frozen=True, kw_only=True):
    """The account's logo."""

    url: Annotated[
        str,
        Meta(
            max_length=2048,
            description="URL of the logo, a PNG. Anyone with the URL can view it.",
            extra_json_schema={"format": "uri"},
        ),
    ]
    width: Annotated[int, Meta(ge=1, le=320, description="Width in pixels.")]
    height: Annotated[int, Meta(ge=1, le=96, description="Height in pixels.")]


def record(logo: Logo | None, account_id: str, base_url: str) -> LogoFile | None:
    if logo is None:
        return None
    url = f"{base_url}{logo.shown(account_id).path}"
    return LogoFile(url=url, width=logo.width, height=logo.height)
