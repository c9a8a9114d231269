"""Battles in cycles: dogfights, searches, aimed shots, losses taken together, and both sides pulling back."""
