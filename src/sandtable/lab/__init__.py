"""Batches of games: arenas, balance, tuning, and environments for researchers.

``match`` plays one game, ``jobs`` many of them on processes or on Ray, ``arena`` pairs bots and counts,
``ratings`` turns counts into odds and Elo, ``balance`` finds which side is stronger, ``fairness`` what house rules
do to a game, ``tune`` tunes a level's numbers, ``report`` shows an arena as a page, ``pettingzoo`` is a game as an
environment. The bots themselves are in ``sandtable.bots``.
"""
