"""Card batches: cards that are created together, either all or none."""
