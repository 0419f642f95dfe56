"""Privileges of the runtime role."""

from wellwish.infra.db.tx import Tx


async def has_unreadable_tables(tx: Tx) -> bool:
    """Whether the role cannot read some tables. `wellwish migrate` grants access to all of them."""
    return await tx.value(
        """
        select exists (
          select 1 from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not has_table_privilege(oid, 'select'))
        """
    )
