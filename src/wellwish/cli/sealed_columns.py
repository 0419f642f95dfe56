"""Columns of sealed values, of all accounts; the statements run as the owner of the tables."""

from typing import Final

from wellwish.cards import handover
from wellwish.cli.reseal import SealedColumn, Value
from wellwish.contributions import receipt_address
from wellwish.delivery import suppression
from wellwish.groups import webhook
from wellwish.payments import own_provider
from wellwish.webhooks import endpoint


def _of_webhook(value: Value) -> str:
    return endpoint.sealed_context(*value.key)


def _of_suppression(_: Value) -> str:
    return suppression.SEALED_CONTEXT


COLUMNS: Final = (
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.secret as sealed
        from webhook_endpoints t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update webhook_endpoints t set secret = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.secret = f.former
        """,
        _of_webhook,
    ),
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.previous_secret as sealed
        from webhook_endpoints t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update webhook_endpoints t set previous_secret = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.previous_secret = f.former
        """,
        _of_webhook,
    ),
    SealedColumn(
        """
        select t.account_id, encode(t.address_hash, 'hex') as row_id, t.sealed_address as sealed
        from suppressions t
        where (t.address_hash, t.account_id) > (decode(:row_id, 'hex'), :account_id)
        order by t.address_hash, t.account_id limit :count
        """,
        """
        update suppressions t set sealed_address = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.address_hash = decode(f.row_id, 'hex')
          and t.sealed_address = f.former
        """,
        _of_suppression,
    ),
    SealedColumn(
        """
        select t.account_id, encode(t.hash, 'hex') as row_id, t.sealed_address as sealed
        from links t
        where t.hash > decode(:row_id, 'hex')
        order by t.hash limit :count
        """,
        """
        update links t set sealed_address = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.hash = decode(f.row_id, 'hex')
          and t.sealed_address = f.former
        """,
        _of_suppression,
    ),
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.sealed_address as sealed
        from data_requests t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update data_requests t set sealed_address = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.sealed_address = f.former
        """,
        _of_suppression,
    ),
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.webhook_url as sealed
        from groups t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update groups t set webhook_url = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.webhook_url = f.former
        """,
        lambda value: webhook.sealed_context(*value.key),
    ),
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.secret_key as sealed
        from payment_providers t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update payment_providers t set secret_key = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.secret_key = f.former
        """,
        lambda value: own_provider.sealed_context(*value.key, "key"),
    ),
    SealedColumn(
        """
        select t.account_id, t.id as row_id, t.webhook_secret as sealed
        from payment_providers t
        where (t.account_id, t.id) > (:account_id, :row_id)
        order by t.account_id, t.id limit :count
        """,
        """
        update payment_providers t set webhook_secret = f.fresh
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.id = f.row_id and t.webhook_secret = f.former
        """,
        lambda value: own_provider.sealed_context(*value.key, "webhook"),
    ),
    SealedColumn(
        """
        select t.account_id, t.contribution_id as row_id, convert_to(t.sealed_address, 'UTF8') as sealed
        from receipt_addresses t
        where (t.account_id, t.contribution_id) > (:account_id, :row_id)
        order by t.account_id, t.contribution_id limit :count
        """,
        """
        update receipt_addresses t set sealed_address = convert_from(f.fresh, 'UTF8')
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.contribution_id = f.row_id
          and t.sealed_address = convert_from(f.former, 'UTF8')
        """,
        lambda value: receipt_address.sealed_context(*value.key),
        alike=True,
    ),
    SealedColumn(
        """
        select t.account_id, t.card_id as row_id, convert_to(t.sealed_url, 'UTF8') as sealed
        from handovers t
        where (t.account_id, t.card_id) > (:account_id, :row_id)
        order by t.account_id, t.card_id limit :count
        """,
        """
        update handovers t set sealed_url = convert_from(f.fresh, 'UTF8')
        from unnest(:accounts::text[], :rows::text[], :former::bytea[], :fresh::bytea[])
          as f (account_id, row_id, former, fresh)
        where t.account_id = f.account_id and t.card_id = f.row_id
          and t.sealed_url = convert_from(f.former, 'UTF8')
        """,
        lambda value: handover.sealed_context(*value.key),
        alike=True,
    ),
)
