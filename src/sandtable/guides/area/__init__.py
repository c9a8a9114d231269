"""Questions that players of area games can ask: where units can go, what threatens a space, the odds of a battle.

Answers contain ready-made orders: the page highlights a space, and a click sends the order. Questions, answers
and their wording live here; rules don't. Every order offered has passed the same ``check`` as any other.
"""
