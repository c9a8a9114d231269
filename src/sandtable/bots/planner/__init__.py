"""The thinking bots: one planner for every area game, playing by its level's numbers.

What lives here: a compact model of the position (``terrain``, ``field``), battle estimates (``duel``), who can
strike where (``reach``), what is worth what (``stance``, ``shortage``, ``economy``), attacks (``assault``,
``appraisal``, ``lifting``, ``offensive``, ``marching``, ``foresight``), guns, bombs and missions (``guns``,
``bombing``, ``bombardment``, ``sky``, ``raiding``, ``dogfights``), the noncombat move (``redeploy``,
``batteries``, ``disruption``), the enemy's turn (``watch``, ``countermoves``), purchases and other uses of money
(``quartermaster``, ``shopping``, ``building``, ``bases``, ``research``, ``projects``, ``treasury``), decisions in
battle (``melee``, ``second_thoughts``, ``partial_retreat``, ``marksmen``), war and peace (``politics``), a power's
goals (``goals``), friendly neutrals (``takeovers``), pilots and repairs (``upkeep``), and the bot that uses them
all (``thinker``).

What does not: rules. The game itself checks every order before it is given.
"""

from sandtable.bots.planner.thinker import Planner

__all__ = ["Planner"]
