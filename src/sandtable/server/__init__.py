"""The table in a browser: HTTP and WebSocket, accounts, storage, bots at work.

What lives here: who may sit where, the log of each game in a database, and telling everybody what happened. What
does not: any rule of any game. A game comes in through :class:`sandtable.core.game.Game` and its guide; actions,
events, views, questions and answers pass through as what the game says they are.

A *table* is one game being played: ``game`` always means the kind (``1941``), ``table`` the play of it.
"""
