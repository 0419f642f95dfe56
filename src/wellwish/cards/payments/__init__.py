"""Payments of a card: available only to its owner. Admins and others see money on contributions."""
