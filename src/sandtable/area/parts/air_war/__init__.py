"""Air war: where both sides have air units, they fight each other first, using a chart; pilots can be trained.

All air combats of a turn are fought before any other combat. Each side adds up the air factors of its flight,
rolls, and reads from the chart how many enemies are destroyed and how many must abort. Aborted units take no
further part. Raids come next: bombers attack facilities, their escorts strafe, and fighters without bombers sweep
air bases.

``settings`` and ``memory`` are data; ``training`` covers pilots, ``combat`` air combat, and ``raids`` attacks on
the ground.
"""

from sandtable.area.claims import without as destroyed_from
from sandtable.area.parts.air_war.actions import TakeLosses as TakeLosses
from sandtable.area.parts.air_war.combat import flight_of as flight_of
from sandtable.area.parts.air_war.events import aborted_from as aborted_from
from sandtable.area.parts.air_war.memory import SKY as SKY
from sandtable.area.parts.air_war.part import AirWar as AirWar

__all__ = ["PART", "SKY", "AirWar", "TakeLosses", "aborted_from", "destroyed_from", "flight_of"]

PART = AirWar
