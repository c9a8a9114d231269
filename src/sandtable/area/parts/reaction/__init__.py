"""Reactions of the passive team: the one whose turn it isn't.

After all combat moves, its powers fly air units to an adjacent space in support, and order units there as
reinforcements (``phase``, ``orders``). After all combats, reinforcements move and air units land (``aftermath``).
The state, actions and events are in ``memory``, ``actions`` and ``events``.
"""

from sandtable.area.parts.reaction.reaction import Reaction as Reaction

PART = Reaction
