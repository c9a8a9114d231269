"""Positions of the classic game in which a player without a plan blunders."""
