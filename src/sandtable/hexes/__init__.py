"""The hex family: a board of hexes, armies of strength points, attacks that roll on, and supply.

What never changes in a game: the grid (``grid``), what is in which hex and how sure that is (``atlas``), what of
it a game plays on (``board``), where ships can go (``waters``), and the scenarios (``scenario``); a ``world`` is
all of them together. What is asked of a position, as pure functions: ``supply`` and ``sealanes``. The position is
a ``state``; ``actions`` lead to ``events``, phase by phase (``phases``, ``combat``, ``invasion``), and ``family``
binds them together. Nothing here draws; the drawing is in ``sandtable.maps``. No file asks which game it serves.
"""
