"""Undersea: which units may be sent against submarines, and what submarines do to passing ships."""

from sandtable.area.battle.values import abilities
from sandtable.area.forces import Power
from sandtable.area.part import NoSettings, Part
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at, own_at
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Undersea(Part[NoSettings]):
    """Only units that can hit submarines may be sent against them."""

    name = "undersea"
    citations = ("undersea.hunters",)

    def rules_out(self, world: World, after: AreaState, power: Power, space: str) -> Refusal | None:
        hidden = enemies_at(world, after, power, space)
        if not all(world.can(foe, "submersible") for foe, _ in hidden):
            return None
        hunters = own_at(after, power, space)
        own = abilities(world, hunters)
        if any(
            world.sequences.may_hit(world.type(hunter).volley, world.type(foe), own)
            for hunter, _ in hunters
            if world.type(hunter).attack
            for foe, _ in hidden
        ):
            return None
        return world.refuse("undersea.hunters", f"None of the units sent to {space} can hit a submarine.")


PART = Undersea
