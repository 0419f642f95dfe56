"""Pages opened by links in mails."""
