"""Thanks: what a recipient says to everybody who has signed."""
