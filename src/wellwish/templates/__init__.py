"""Templates: the designs that a card is made from."""
