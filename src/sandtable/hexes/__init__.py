"""The hex family: a board of hexes, armies of strength points, supply.

The board (``grid``, ``atlas``, ``board``, ``waters``), a scenario on it (``scenario``, ``world``), a position and what
happens to it (``state``, ``actions``, ``events``, ``evolve``), the rules (``movement``, ``combat``, ``invasion``, ``supply``,
``production`` ...), and the game that they make up (``phases``, ``turns``, ``family``). Nothing here draws; the drawing is in
``sandtable.maps``.
"""
