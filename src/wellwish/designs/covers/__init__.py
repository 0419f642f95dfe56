"""The covers of templates: built files, and covers drawn with other texts."""
