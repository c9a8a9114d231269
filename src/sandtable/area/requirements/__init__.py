"""Requirements: conditions as data, in one small language for politics, objectives and victory.

* ``kinds``: the kinds of requirement, one struct each; ``need`` says which one is meant;
* ``judging``: whether a requirement holds, and why not: a :class:`~.judging.Finding` explains itself;
* ``chronicle``: what is remembered of the past: deeds, and how long conditions have held;
* ``fitting``: names in a requirement that the game doesn't have;
* ``reference``: the reference for authors, generated from the code.
"""
