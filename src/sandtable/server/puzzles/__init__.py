"""Puzzles: the puzzle of the day, the next one near somebody's rating, and what an answer is worth.

``choosing`` and ``rating`` are pure, ``desk`` sets tables up and judges answers, and ``part`` has the routes.
"""
