"""The consequences of an action in this family."""

from sandtable.area.events import AreaEvent
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core import unfolding

Unfolding = unfolding.Unfolding[World, AreaState, AreaEvent]
