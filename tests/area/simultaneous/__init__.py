"""Battles with simultaneous losses: dogfights, searches, aimed shots, and retreats of both sides."""
