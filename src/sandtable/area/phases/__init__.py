"""The phases of a turn, one module each. A game lists the ones that it has, in its order."""
