"""Neutrals with a fee: in the combat move a power may violate a neutral territory by paying for it."""

import msgspec
from msgspec.structs import replace

from sandtable.area.forces import Power
from sandtable.area.part import Part, PartEvent
from sandtable.area.state import AreaState, Route
from sandtable.area.status import neutral
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import paid
from sandtable.area.wording import money, the
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of violating a neutral."""

    fee: int
    """What it costs to enter a neutral territory."""


class NeutralViolated(PartEvent, frozen=True):
    """Units enter or cross a neutral territory: their power pays, and controls it from now on."""

    power: Power
    space: str
    fee: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        control = {**state.control, self.space: self.power}
        return replace(paid(state, self.power, self.fee), control=control)

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(world.name(self.power))} violates neutral {self.space} for {money(self.fee)}"


class Neutrals(Part[Settings]):
    """Neutral territories that can be violated."""

    name = "neutrals"
    Settings = Settings
    events = (NeutralViolated,)
    citations = ("neutral.must-pay", "neutral.land-units-stop", "neutral.action-2-only", "neutral.no-landing")

    def check_violation(self, world: World, state: AreaState, power: Power, path: Route) -> Refusal | None:
        promised = {land for _, land in state.turn.assaults if neutral(world, state, land)}
        new = {space for space in path if neutral(world, state, space)} | promised
        price = self.settings.fee * len(new)
        if price <= state.treasury[power]:
            return None
        return world.refuse(
            "neutral.must-pay", f"Violating a neutral costs {price}; {world.the(power)} can't afford it."
        )

    def violate(self, run: Unfolding, power: Power, path: Route) -> None:
        for space in path:
            if neutral(run.world, run.state, space):
                run.emit(NeutralViolated(power=power, space=space, fee=self.settings.fee))


PART = Neutrals
