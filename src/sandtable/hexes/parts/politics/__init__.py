"""Politics: countries join a side, surrender, and are drawn into the war when they are attacked.

``settings`` is what a scenario can set, ``memory`` what is remembered, ``events`` and ``actions`` what can happen
and how questions are answered. ``neutrality``, ``entry`` and ``surrender`` are the rules; ``reinforcing``,
``forfeiting`` and ``offering`` are the three questions players are asked. ``politics`` is the part itself.
"""

from sandtable.hexes.parts.politics.politics import Politics

PART = Politics
