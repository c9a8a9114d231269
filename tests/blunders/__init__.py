"""Positions in which weak bots blunder: the turn of one power is played, and what it did is judged."""
