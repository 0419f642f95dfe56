"""Bundle purchases: bundles that an account bought or was granted, and the cards left in them."""
