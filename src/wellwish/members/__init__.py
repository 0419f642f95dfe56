"""Members: people who act for the account, as owners or members, and invitations to become one."""
