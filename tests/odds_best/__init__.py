"""Many battles at once, and best play."""
