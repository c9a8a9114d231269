"""sandtable: play, judge and study World War II grand-strategy board games.

The layers, bottom up: ``core`` (what every game shares), ``area`` (territories and sea zones),
``games`` (one folder a game), and on top ``bots``, ``scenarios`` and the ``sandtable`` command.
"""

__version__ = "0.1.0"
