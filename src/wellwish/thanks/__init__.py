"""Thanks: messages from recipients to everyone who signed."""
