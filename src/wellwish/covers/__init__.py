"""The covers of templates: the files that were drawn ahead, and drawing one with other words."""
