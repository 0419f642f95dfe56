"""Copies of a card that do not depend on the service: a PDF to print, and a folder with a web page."""
