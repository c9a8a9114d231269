"""Strategic warfare: bombers, air defense, missiles, the atomic bomb, and national morale.

``memory`` is what is where; ``morale`` has the tracks and what moves them; ``bombing``, ``missiles`` and
``atomic`` validate and carry out one kind of attack each; ``bases`` builds and moves what they need; ``strategic``
is the part.
"""

from sandtable.hexes.parts.strategic.strategic import Strategic

PART = Strategic

__all__ = ["PART", "Strategic"]
