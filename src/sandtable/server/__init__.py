"""The game server: HTTP and WebSocket, accounts, storage, bots.

It decides who may sit where, stores the log of each game in a database, and broadcasts what happens. It knows no
rule of any game. A game comes in through :class:`sandtable.core.game.Game` and its guide; actions, events, views,
questions and answers are passed through as the game defines them.

``game`` always means the kind of game (``1941``), ``table`` one game being played.
"""
