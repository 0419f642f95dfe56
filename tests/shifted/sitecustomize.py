"""Shifts the clock of a child process; Python imports `sitecustomize` at startup."""

import os

if days := os.environ.get("WELLWISH_TEST_CLOCK_SHIFT_DAYS"):
    from shift import shift

    shift(float(days))
