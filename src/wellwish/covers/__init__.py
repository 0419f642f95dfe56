"""The covers: cut-paper pictures drawn by code, one function a design, with their lettering as outlines.

`design.render` draws a cover with any words; `files` finds the ones that were built ahead.
"""
