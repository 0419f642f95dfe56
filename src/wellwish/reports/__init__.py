"""Reports: who thinks that a note should not stand."""
