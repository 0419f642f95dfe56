"""The desk: pages for signed-in owners, members and card admins."""
