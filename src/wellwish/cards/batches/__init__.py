"""Card batches: cards that are created together, all or none."""
