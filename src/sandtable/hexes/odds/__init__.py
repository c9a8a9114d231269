"""What an attack is worth: the exact chances of a planned attack and of the advances that may follow from it.

``plan`` is what is asked: who attacks from where, and the hexes that the spearhead shall enter one after another.
``exact`` works it out with the game's own tables, die by die; ``situation`` reads a plan off a position, and
``notation`` off a line of text. What does not live here: any number of a table, and any choice but the plan's own.

>>> from sandtable.games import load_hexes
>>> from sandtable.hexes.odds.exact import odds
>>> from sandtable.hexes.odds.notation import parse_plan
>>> tables = load_hexes("hgw").worlds["barbarossa"].tables
>>> plan = parse_plan("5 inf 5 mech", "3 inf, then garrison")
>>> [round(one.entered, 3) for one in odds(tables, plan).steps]
[0.889, 0.444]
"""
