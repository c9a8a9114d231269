"""Questions that players of hex games can ask: where points can go, the odds of an attack, who is in supply.

Answers contain ready-made orders. Questions, answers, their wording and what a page needs to draw the board live
here; rules don't. Every order offered has passed the same ``check`` as any other.
"""
