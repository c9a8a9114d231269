"""Positions of the hex family in which weak players err."""
