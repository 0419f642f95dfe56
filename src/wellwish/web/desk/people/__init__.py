"""The people of a card: invitations and admins."""
