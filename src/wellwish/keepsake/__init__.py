"""Copies of a card that outlive the service: a PDF to print, and a folder with a web page."""
