"""The payments of a card, for its owner: what admins and others see of money stands on contributions."""
