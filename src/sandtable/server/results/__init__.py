"""Finished games: results by month, people's pages, and a ladder for each game.

``glicko`` is the arithmetic and ``ladder`` applies it to a list of games; both are pure. Ratings aren't stored:
they are computed from the finished games in order.
"""
