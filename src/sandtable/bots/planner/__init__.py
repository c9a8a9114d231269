"""The thinking bots: one planner for every area game, playing by the numbers of its level.

What lives here: a compact picture of the position (``terrain``, ``field``), quick answers about battles
(``duel``, ``cycles``), who can strike where (``reach``), what is worth what (``stance``, ``shortage``,
``economy``), attacks (``assault``, ``appraisal``, ``lifting``, ``offensive``, ``marching``, ``foresight``), guns,
bombs and missions (``guns``, ``bombing``, ``bombardment``, ``sky``), the noncombat move (``redeploy``,
``batteries``), the enemy's turn (``watch``), purchases and other uses of money (``quartermaster``, ``shopping``,
``building``, ``research``, ``treasury``), decisions in battle (``melee``, ``second_thoughts``, ``pulling``,
``marksmen``), and the bot that asks them in turn (``thinker``).

What does not: rules. Every order is judged by the game itself before it is given.
"""

from sandtable.bots.planner.thinker import Planner

__all__ = ["Planner"]
