"""Media: photos, GIFs, drawings and recordings, uploaded before the note that they belong to."""
