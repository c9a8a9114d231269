"""Tables: games being played. Who sits where, what was decided, and telling everybody what they may see of it.

``play`` is a game in memory, ``sight`` what a viewer sees of it, ``patch`` how a view changes, ``seating`` who may
sit where, ``answering`` what is asked: these are pure. ``building`` leads from the database to a play and back.
``timing`` is about clocks and ``calls`` about letters: pure, too.
``room`` is one table in use, ``house`` all of them, ``driver`` what goes on without people, ``timekeeper`` what
happens when time is up; ``routes`` and
``live`` are the ways in, by HTTP and by WebSocket. Nothing here knows a game: it asks ``Game`` and its guide.
"""
