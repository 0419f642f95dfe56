"""Account logo: a picture of the account in its emails and on its opened cards."""
