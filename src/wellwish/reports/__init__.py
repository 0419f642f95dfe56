"""Reports: reports of inappropriate notes."""
