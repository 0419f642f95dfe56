"""The email to a card's organisers: the member who created it, and its admins."""
