"""Pages, callbacks and probes: a package per audience, and the common package ``kit``."""
