"""The odds of stepwise battles: those with simultaneous losses, in which hits are pending, shots are aimed and
both sides may retreat; and those in which a side fires several volleys before its enemy answers, units support
each other, or some fight in the first round only.

What lives here: the exact distribution of such a battle as a chain of states, and battles sampled along that
chain. Who fires, at whom and with which number comes from the engine's own functions.

What does not: battles in which casualties of each volley fire back (``sandtable.odds.model``), which are worked
out faster as products of tables.
"""
