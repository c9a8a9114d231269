"""Countermoves: the enemies' reactions to moves, before these take effect.

When a power ends a movement phase, its enemies react, in this order: submarines attack ships that passed them;
over each territory that was flown over, antiaircraft guns fire and fighters intercept; air bases strike at ships
that moved within range; and, after the combat move only, air units scramble into sea zones under attack. In each
step the powers decide in turn order, and then the dice are rolled.

``tracks`` records the moves and ``memory`` the decisions; ``ambush``, ``overflight``, ``interdiction`` and
``scramble`` are the reactions, and ``steps`` runs them.
"""

from sandtable.area.parts.countermoves.part import Countermoves

PART = Countermoves
