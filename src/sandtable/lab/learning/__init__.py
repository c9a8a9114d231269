"""Learns what positions lead to from games that bots play against themselves."""
