"""Parsers and decoders of uploaded files.

They run only in confined child processes. The service does not import them, nor do they import its code.
"""
