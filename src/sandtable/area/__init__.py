"""Family 1: games with territories, sea zones, stacks of units and battles fought with dice.

Contains the board as a graph, unit types, stacks, movement and reachable spaces, landing of air units,
transports, battles as declared lists of volleys, capture, purchase, mobilization, income.
Doesn't contain numbers, boards and texts (data files of a game), or anything specific to one game
(its ``game.py``). No file here knows which game it serves: it uses abilities, not names.
"""
