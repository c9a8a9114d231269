"""Games that are over: the calendar of results, people's pages, and a ladder for each game.

``glicko`` is the arithmetic and ``ladder`` the games in their order: both are pure. Ratings are not kept: they
follow from the games that were finished, in the order in which they were.
"""
