"""What all pages share: layout, forms, cookies, languages, styles and static files."""
