"""The thinking bots of the hex family: one planner, playing by the numbers of its level.

What lives here: a position as numbers (``outlook``), spearheads and where they lead (``drive``), offensives
(``blows``), what the enemy could reach by land and sea (``danger``, ``shores``) and who has to stand in his way
(``line``), how points get there (``deployment``, ``marching``, ``ferries``), decisions in combat (``fighting``,
``landing``), production (``spending``), and the bot that asks them in turn (``thinker``). ``manner`` has numbers.

What does not: rules. Every order is judged by the game itself before it is given.
"""

from sandtable.bots.hexes.thinker import Commander

__all__ = ["Commander"]
