"""Parsers and decoders of uploaded files.

They run only in confined child processes: the service never imports them, and they import nothing of it.
"""
