"""Computer players: a seat's view and pending decision in, an action out.

``bot`` is the protocol, ``registry`` the bots by name, ``level`` the numbers a bot plays by, ``asking`` the one
way to ask a bot, ``process`` a bot in another process, ``serving`` its other end and ``wire`` their messages. How
bots are measured (arenas, tuning) lives in ``sandtable.lab``; battle odds in ``sandtable.odds``.
"""
