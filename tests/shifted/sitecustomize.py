"""Shifts the clock of a process of the service; Python imports a module of this name at its start."""

import os

if days := os.environ.get("WELLWISH_TEST_CLOCK_SHIFT_DAYS"):
    from shift import shift

    shift(float(days))
