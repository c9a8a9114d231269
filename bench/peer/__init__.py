"""Games between our bots and those of another engine: TripleA's Hard AI, or sandtable from another checkout.

``python -m bench.peer --help`` lists the commands for TripleA, which is optional: it needs TripleA, a JDK and two
public map repositories. ``README.md`` says how it works and what it can't compare. ``python -m bench.versions``
plays another checkout and needs nothing else.

- ``engine``: a process that plays whole turns, and the lines it reads and writes
- ``words``: names of spaces, units and powers, ours and theirs (``names.yaml``)
- ``positions``: a position in their words, and back
- ``turns``: a turn played by our bots, here or as a service for another checkout
- ``games``: one game, turn by turn, judged as the arena judges
- ``series``: many games, sides swapped
- ``report``: results of many games
- ``checkout``: another checkout as the engine
- ``triplea``: TripleA as the engine (``java/``)
- ``installation``: what TripleA needs, what is missing, and how it is built
- ``boards``: how TripleA's board differs from ours
"""
