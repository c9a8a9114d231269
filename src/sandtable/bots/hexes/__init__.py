"""The thinking bots of the hex family: one planner, playing by its level's numbers.

What lives here: a position as numbers (``outlook``), spearheads and their routes (``drive``), offensives
(``blows``), what the enemy could reach by land and sea (``danger``, ``shores``) and the line against it
(``line``), how points get there (``deployment``, ``marching``, ``ferries``), decisions in combat (``fighting``,
``landing``), fleets (``admiral``), production (``spending``), and the bot that uses them all (``thinker``).
``style`` has numbers.

What does not: rules. The game itself checks every order before it is given.
"""

from sandtable.bots.hexes.thinker import Commander

__all__ = ["Commander"]
