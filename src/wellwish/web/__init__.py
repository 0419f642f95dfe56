"""Pages, callbacks and probes, in one wing for each audience, over a common kit."""
