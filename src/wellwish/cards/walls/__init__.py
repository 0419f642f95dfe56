"""Card walls: pages for a screen that show the notes of a card as they are published."""
