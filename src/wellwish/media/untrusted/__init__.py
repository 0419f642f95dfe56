"""Parsers and decoders of uploaded files.

They run only in confined child processes. The service never imports them, and they import none of its code.
"""
