"""The guide of the hex family."""
