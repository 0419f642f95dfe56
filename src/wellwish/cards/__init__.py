"""Cards: group cards, with their recipients, links, settings and states."""
