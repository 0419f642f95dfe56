"""What is stored about a person, for the person, who needs no account."""
