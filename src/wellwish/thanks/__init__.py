"""Thanks: messages from recipients to all signers, or to the author of a note."""
