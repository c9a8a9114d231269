"""Fleets that sail, patrol, intercept each other and are built: naval warfare.

``memory`` is what is at sea; ``ships`` builds and regroups ships; ``sailing`` validates voyages, ``meeting`` says
who can intercept them, ``battle`` resolves battles, and ``course`` runs a voyage from start to end; ``raiding``
attacks and escorts routes, ``cargo`` is what is sunk there;
``transport`` is troops at sea; ``fleets`` is the part.
"""

from sandtable.hexes.parts.fleets.fleets import Fleets

PART = Fleets

__all__ = ["PART", "Fleets"]
