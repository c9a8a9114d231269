"""The requirement language on a small variant of a finished game."""
