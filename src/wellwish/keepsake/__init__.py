"""What is left of a card when the service is gone: a PDF to print, and a folder to open."""
