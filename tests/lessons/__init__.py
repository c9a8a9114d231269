"""The lessons for newcomers."""
