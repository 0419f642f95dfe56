"""The pages behind a signing link: the form, the confirmation, and the reasons why there is no form."""
