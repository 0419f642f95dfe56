"""Cards: what people sign."""
