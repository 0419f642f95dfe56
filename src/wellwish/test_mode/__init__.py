"""Test mode: data for experiments, separate from live data, without sent messages or real money."""
