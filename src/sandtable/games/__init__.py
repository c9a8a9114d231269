"""The games: one folder each, with its data files and only what is special to it in Python."""
