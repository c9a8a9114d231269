"""The thinking bots: one planner for every area game, playing by the numbers of its level.

What lives here: a compact picture of the position (``terrain``, ``field``), quick answers about battles
(``duel``), who can strike where (``reach``), what is worth what (``stance``), the attacks of a turn
(``offensive``, ``marching``, ``foresight``), the noncombat move (``redeploy``), purchases (``shopping``),
decisions in battle (``melee``), and the bot that asks them in turn (``thinker``).

What does not: rules. Every order is judged by the game itself before it is given.
"""

from sandtable.bots.planner.thinker import Planner

__all__ = ["Planner"]
