"""The invoice of a payment for a bundle."""

from typing import Annotated

from msgspec import Meta, Struct

from wellwish.base.money import Money


class PaymentInvoice(Struct, frozen=True, kw_only=True):
    """The invoice that the provider issued for a bundle, if the operator has enabled invoices."""

    number: Annotated[str, Meta(max_length=2048, pattern=r"^[^\n]+$", description="Number of the invoice.")]
    url: (
        Annotated[
            str,
            Meta(
                max_length=2048,
                description="The provider's page with the invoice and its PDF.",
                extra_json_schema={"format": "uri"},
            ),
        ]
        | None
    )
    tax: (
        Annotated[Money, Meta(description="Tax that is part of the amount; null if it was not computed.")]
        | None
    )


def invoice_record(
    number: str | None, url: str | None, tax: int | None, currency: str
) -> PaymentInvoice | None:
    """Returns the record, or None without an invoice."""
    if number is None:
        return None
    return PaymentInvoice(number=number, url=url, tax=None if tax is None else Money(tax, currency))
