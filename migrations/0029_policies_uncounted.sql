-- The plain form of migration 0024 still counts the account twice: once for the statement, once for the policy. For a
-- small account the product is far below one row, every index that begins with the account then looks as cheap as the
-- right one, and the generic plan made for it (from the sixth execution of a statement on) reads a large account
-- whole on the same connection. An "is not null" costs the planner nothing: it expects that nearly every row passes,
-- and plans by the conditions of the statement. No account (null, or an empty array) has no position: no row.
alter policy tenant on accounts using (array_position(visible_accounts(), id) is not null);
alter policy tenant on bundle_purchases using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on card_admins using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on cards using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on contributions using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on events using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on expansions using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on group_members using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on groups using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on invitations using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on ledger using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on ledger_accounts using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on ledger_balances using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on media using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on messages using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on note_reports using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on payment_providers using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on payments using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on recipients using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on refunds using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on thanks using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on webhook_attempts using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on webhook_deliveries using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on webhook_endpoints using (array_position(visible_accounts(), account_id) is not null);
alter policy tenant on card_words using (array_position(visible_accounts(), account_id) is not null);
