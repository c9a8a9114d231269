"""What every game shares: seats, decisions, refusals that cite a rule, dice, the log and its file format.

Nothing here knows a board, a unit or a game's name. A family of games (``area``, ``hexes``) implements
:class:`~sandtable.core.game.Game`; everything in this package works on that protocol.
"""
