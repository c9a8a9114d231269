"""The hex family: a board of hexes, armies of strength points, attacks with exploitation, and supply.

What never changes during a game: the grid (``grid``), what is in each hex and how certain that is (``atlas``), the
part of it a game uses (``board``), where ships can go (``waters``), and the scenarios (``scenario``). A ``world``
holds all of these. Pure functions over a position: ``supply`` and ``sealanes``. The position is a ``state``;
``actions`` lead to ``events``, phase by phase (``phases``, ``combat``, ``invasion``), and ``family`` ties them
together. Nothing here draws; drawing is in ``sandtable.maps``. No module depends on which game is played.
"""
