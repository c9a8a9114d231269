"""Many games at once: arenas, balance, tuning, and the way in for researchers.

``match`` plays one game between sides, ``jobs`` many of them on processes or on Ray, ``arena`` pairs bots and
counts, ``ratings`` turns counts into odds and Elo, ``balance`` asks which side is better off, ``tune`` turns a
level's numbers, ``report`` draws an arena as a page, ``pettingzoo`` is a game as an environment. Bots themselves
live in ``sandtable.bots``.
"""
