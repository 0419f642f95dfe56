"""Card payments: visible only to the owner of the card. Admins and others see money on contributions."""
