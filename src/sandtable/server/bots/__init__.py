"""Bots at work: processes that think, so that the server never waits for them.

``worker`` is such a process, ``pool`` the other side of it, ``talk`` what they say to each other, ``levels`` who
may sit down. What lives here: asking a bot and surviving it. What does not: whether its answer is legal, which the
table judges like anybody's.
"""
