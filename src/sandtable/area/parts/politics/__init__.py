"""Politics: war, peace and neutral powers.

* ``settings``: who may declare war and when, who goes to war together, which spaces are closed to which powers;
* ``declaring``: declarations of war and their consequences;
* ``standing``: who is neutral, and where; ``limits``: which spaces that closes; ``bounds``: how it restricts a
  power's own turn;
* ``passages``: permission to pass canals.
"""

from sandtable.area.parts.politics import declaring as declaring
from sandtable.area.parts.politics.declaring import Declare as Declare
from sandtable.area.parts.politics.politics import Politics as Politics

PART = Politics
