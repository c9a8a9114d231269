"""Family 1: games of territories, sea zones, stacks of units and battles fought with dice.

What lives here: the board as a graph, unit types, stacks, movement and its reach, landing of air units,
transports, battles as declared lists of volleys, capture, purchase, mobilization, income.
What does not: numbers, boards and texts (data files of a game), and anything special to one game
(its ``game.py``). No file here asks which game it serves: it reads abilities, not names.
"""
