"""Delete the rows of an account that belong to no card, in batches until none is left."""

from typing import Final

from wellwish.infra.db import Database

_BATCH: Final = 1000  # rows per statement, so that none holds its locks for long

# Jobs first, because they write other rows; then rows that refer to others. Group members, people's dates,
# teams and occasions, webhook attempts, and tokens of consents and restricted keys are deleted by cascade.
_STATEMENTS: Final = (
    """
    delete from jobs where account_id = :account_id and ctid in (
      select ctid from jobs where account_id = :account_id limit :batch)
    """,
    """
    delete from refund_requests where account_id = :account_id and ctid in (
      select ctid from refund_requests where account_id = :account_id limit :batch)
    """,
    """
    delete from customers where account_id = :account_id and ctid in (
      select ctid from customers where account_id = :account_id limit :batch)
    """,
    """
    delete from platforms where account_id = :account_id and ctid in (
      select ctid from platforms where account_id = :account_id limit :batch)
    """,
    """
    delete from groups where account_id = :account_id and ctid in (
      select ctid from groups where account_id = :account_id limit :batch)
    """,
    """
    delete from group_counts where account_id = :account_id and ctid in (
      select ctid from group_counts where account_id = :account_id limit :batch)
    """,
    """
    delete from people where account_id = :account_id and ctid in (
      select ctid from people where account_id = :account_id limit :batch)
    """,
    """
    delete from occasion_rules where account_id = :account_id and ctid in (
      select ctid from occasion_rules where account_id = :account_id limit :batch)
    """,
    """
    delete from kept_choices where account_id = :account_id and ctid in (
      select ctid from kept_choices where account_id = :account_id limit :batch)
    """,
    """
    delete from mail_reports where account_id = :account_id and ctid in (
      select ctid from mail_reports where account_id = :account_id limit :batch)
    """,
    """
    delete from bounce_addresses where account_id = :account_id and ctid in (
      select ctid from bounce_addresses where account_id = :account_id limit :batch)
    """,
    """
    delete from carrier_texts where account_id = :account_id and ctid in (
      select ctid from carrier_texts where account_id = :account_id limit :batch)
    """,
    """
    delete from messages where account_id = :account_id and ctid in (
      select ctid from messages where account_id = :account_id limit :batch)
    """,
    """
    delete from suppressions where account_id = :account_id and ctid in (
      select ctid from suppressions where account_id = :account_id limit :batch)
    """,
    """
    delete from muted_cards where account_id = :account_id and ctid in (
      select ctid from muted_cards where account_id = :account_id limit :batch)
    """,
    """
    delete from card_words where account_id = :account_id and ctid in (
      select ctid from card_words where account_id = :account_id limit :batch)
    """,
    """
    delete from card_grants where account_id = :account_id and ctid in (
      select ctid from card_grants where account_id = :account_id limit :batch)
    """,
    """
    delete from card_batches where account_id = :account_id and ctid in (
      select ctid from card_batches where account_id = :account_id limit :batch)
    """,
    """
    delete from export_parts where account_id = :account_id and ctid in (
      select ctid from export_parts where account_id = :account_id limit :batch)
    """,
    """
    delete from data_requests where account_id = :account_id and ctid in (
      select ctid from data_requests where account_id = :account_id limit :batch)
    """,
    """
    delete from deletion_requests where account_id = :account_id and ctid in (
      select ctid from deletion_requests where account_id = :account_id limit :batch)
    """,
    """
    delete from links where account_id = :account_id and ctid in (
      select ctid from links where account_id = :account_id limit :batch)
    """,
    """
    delete from payment_links where account_id = :account_id and ctid in (
      select ctid from payment_links where account_id = :account_id limit :batch)
    """,
    """
    delete from media_paths where account_id = :account_id and ctid in (
      select ctid from media_paths where account_id = :account_id limit :batch)
    """,
    """
    delete from webhook_deliveries where account_id = :account_id and ctid in (
      select ctid from webhook_deliveries where account_id = :account_id limit :batch)
    """,
    """
    delete from webhook_endpoints where account_id = :account_id and ctid in (
      select ctid from webhook_endpoints where account_id = :account_id limit :batch)
    """,
    """
    delete from webhook_tails where account_id = :account_id and ctid in (
      select ctid from webhook_tails where account_id = :account_id limit :batch)
    """,
    """
    delete from idempotency_keys where account_id = :account_id and ctid in (
      select ctid from idempotency_keys where account_id = :account_id limit :batch)
    """,
    """
    delete from stored_response_bytes where account_id = :account_id and ctid in (
      select ctid from stored_response_bytes where account_id = :account_id limit :batch)
    """,
    """
    delete from member_invitations where account_id = :account_id and ctid in (
      select ctid from member_invitations where account_id = :account_id limit :batch)
    """,
    """
    delete from consents where account_id = :account_id and ctid in (
      select ctid from consents where account_id = :account_id limit :batch)
    """,
    """
    delete from access_tokens where account_id = :account_id and ctid in (
      select ctid from access_tokens where account_id = :account_id limit :batch)
    """,
    """
    delete from credentials where account_id = :account_id and ctid in (
      select ctid from credentials where account_id = :account_id limit :batch)
    """,
    """
    delete from restricted_keys where account_id = :account_id and ctid in (
      select ctid from restricted_keys where account_id = :account_id limit :batch)
    """,
    """
    delete from provider_polls where account_id = :account_id and ctid in (
      select ctid from provider_polls where account_id = :account_id limit :batch)
    """,
    """
    delete from events where account_id = :account_id and ctid in (
      select ctid from events where account_id = :account_id limit :batch)
    """,
    """
    delete from audit_entries where account_id = :account_id and ctid in (
      select ctid from audit_entries where account_id = :account_id limit :batch)
    """,
    """
    delete from invitation_counts where account_id = :account_id and ctid in (
      select ctid from invitation_counts where account_id = :account_id limit :batch)
    """,
    # A paid purchase belongs to the record of its payment.
    """
    delete from bundle_purchases where account_id = :account_id and payment_id is null and ctid in (
      select ctid from bundle_purchases where account_id = :account_id and payment_id is null limit :batch)
    """,
    """
    update sessions set account_id = null where account_id = :account_id and ctid in (
      select ctid from sessions where account_id = :account_id limit :batch)
    """,
    # Amounts, dates and references of payments remain.
    """
    update payments set title = '', return_url = null where account_id = :account_id and ctid in (
      select ctid from payments
      where account_id = :account_id and (title <> '' or return_url is not null) limit :batch)
    """,
    """
    update sandbox_payments set title = '', return_url = '' where account_id = :account_id and ctid in (
      select ctid from sandbox_payments
      where account_id = :account_id and (title <> '' or return_url <> '') limit :batch)
    """,
)


async def delete_rows(db: Database, account_id: str) -> None:
    for statement in _STATEMENTS:
        is_more = True
        while is_more:
            async with db.transaction([account_id]) as tx:
                is_more = await tx.run(statement, account_id=account_id, batch=_BATCH) == _BATCH
