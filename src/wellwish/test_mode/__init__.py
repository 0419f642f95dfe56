"""Test mode: data for trying things out, apart from live data; nothing is sent and no money moves."""
