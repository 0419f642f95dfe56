"""One file for each tool."""
