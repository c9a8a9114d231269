"""Players that are programs: a seat's view and pending decision in, an action out.

``bot`` is the protocol, ``registry`` the bots by name, ``level`` the numbers that a bot plays by, ``asking`` the
one way to ask a bot, ``process`` a bot in another process, ``serving`` its other end and ``wire`` what they say.
How bots are measured (arenas, tuning) lives in ``sandtable.lab``; what a battle is worth in ``sandtable.odds``.
"""
