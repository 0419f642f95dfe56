"""Erasures: your account erases the data of a person, and gets a signed receipt."""
