"""The thinking bots: one planner for every area game, playing by the numbers of its level.

What lives here: a compact picture of the position (``terrain``, ``field``), quick answers about battles
(``duel``), who can strike where (``reach``), what is worth what (``stance``, ``shortage``, ``economy``), attacks
(``assault``, ``appraisal``, ``lifting``, ``offensive``, ``marching``, ``foresight``), guns and bombs
(``guns``, ``bombing``, ``bombardment``), the noncombat move (``redeploy``, ``batteries``), purchases
(``quartermaster``, ``shopping``, ``building``, ``research``), decisions in battle (``melee``,
``second_thoughts``), and the bot that asks them in turn (``thinker``).

What does not: rules. Every order is judged by the game itself before it is given.
"""

from sandtable.bots.planner.thinker import Planner

__all__ = ["Planner"]
