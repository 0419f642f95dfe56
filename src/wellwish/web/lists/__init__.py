"""Lists that people paste or upload: people with addresses, and cards. Pure functions without I/O."""
