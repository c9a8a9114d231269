"""Tables: games being played. Who sits where, what was decided, and what each viewer may see of it.

These are pure: ``play`` is a game in memory, ``visibility`` what a viewer sees of it, ``patch`` how a view
changes, ``seating`` who may sit where, ``answering`` questions, ``timing`` clocks, ``calls`` email notifications.
``building`` converts between database and play. ``room`` is one table in use, ``table_manager`` all of them,
``driver`` runs bots and standing orders, ``timekeeper`` checks the clocks; ``routes`` and ``live`` are HTTP and
WebSocket. Nothing here knows a game: it asks ``Game`` and its guide.
"""
