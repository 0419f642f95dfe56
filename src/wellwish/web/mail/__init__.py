"""Pages that the links in a mail lead to."""
