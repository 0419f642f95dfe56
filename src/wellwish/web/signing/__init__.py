"""The pages of a signing link: the form, the confirmation, and reasons for a missing form."""
