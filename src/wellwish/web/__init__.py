"""Pages and probes: what is opened with a browser or asked by an operator's machines."""
