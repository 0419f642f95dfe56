"""Create a customer's account."""

from typing import Annotated, ClassVar, Final

from wellwish.accounts import account
from wellwish.accounts.access import Owning
from wellwish.accounts.update import Country, Currency, Locale, Name, TimeZone
from wellwish.base import ids
from wellwish.base.errors import TooManyCustomers
from wellwish.infra import effects
from wellwish.infra.db import Tx
from wellwish.infra.effects import Audited
from wellwish.infra.http import Body, Caller, Services, line
from wellwish.infra.http.addresses import email_address
from wellwish.members.create import NewAccountMember, create_member
from wellwish.platforms import customer
from wellwish.platforms.customer import CardsFrom, Customer, CustomerRow, ExternalId, OfPlatform

COST: Final = 10  # for an account with its settings and the email to its owner


class NewCustomer(Body, frozen=True, kw_only=True):
    """The account to create."""

    closed: ClassVar[bool] = True

    name: Name
    country: Country | None = None
    currency: Currency | None = None
    timezone: TimeZone | None = None
    locale: Locale | None = None
    external_id: ExternalId | None = None
    cards_from: CardsFrom = "own"
    owner_email: (
        Annotated[
            str,
            line(
                254,
                "Email address of a person at the customer, who is invited as its owner.",
                check=email_address,
                schema={"format": "email"},
            ),
        ]
        | None
    ) = None


async def create_customer(
    tx: Tx, platform: OfPlatform, caller: Caller, services: Services, new: NewCustomer
) -> Customer:
    """Returns the new account. Your tokens can act for it with the header `Wellwish-Account`.

    The account has no key pair. Its owners create one at the desk, so you keep no credentials for it if it
    leaves your platform.

    Raises PlatformRequired, OwnerRequired, ExternalIdExists, TooManyCustomers.
    """
    await account.lock(tx, platform.account_id)
    external_id = new.external_id or None
    await customer.refuse_taken(tx, platform.account_id, external_id)
    most = services.settings.limits.customers_per_platform
    count = "select count(*) from customers where platform_id = :platform_id"
    if most and await tx.value(count, platform_id=platform.account_id) >= most:
        raise TooManyCustomers
    account_id = ids.new("acct")
    await tx.see([platform.account_id, account_id])
    made = await account.insert(
        tx,
        account_id,
        name=new.name,
        country=new.country,
        currency=new.currency or "USD",
        timezone=new.timezone or "UTC",
        locale=new.locale or "en",
    )
    await tx.run(
        """
        insert into customers (account_id, platform_id, external_id, bundles, created_at, updated_at)
        values (:account_id, :platform_id, :external_id, :cards_from, :now, :now)
        """,
        account_id=account_id,
        platform_id=platform.account_id,
        external_id=external_id,
        cards_from=new.cards_from,
    )
    if new.owner_email is not None:
        owner = NewAccountMember(email=new.owner_email, role="owner")
        await create_member(tx, Owning(account_id), caller, owner)
    effects.get_effects(tx).audit(
        Audited(account_id=account_id, action="account.create", actor="platform", record_id=account_id)
    )
    return customer.record(
        CustomerRow(
            id=made.id,
            name=made.name,
            external_id=external_id,
            bundles=new.cards_from,
            closed_at=None,
            suspended_at=None,
            cards=0,
            created_at=made.created_at,
            updated_at=made.updated_at,
        )
    )
