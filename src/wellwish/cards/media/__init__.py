"""Media: photos, GIFs, drawings and recordings, sent before the note that bears them."""
