"""Account logo: a picture of the account in its mails and on its opened cards."""
