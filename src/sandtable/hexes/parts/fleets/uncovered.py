"""Hidden ports: bases that nobody attacks until an enemy ship has come across them."""

from sandtable.core.refusal import Refusal
from sandtable.hexes.part import PartEvent
from sandtable.hexes.parts.fleets.lookouts import at_war
from sandtable.hexes.parts.fleets.memory import NAVY, Voyage, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import HexState, Place
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class PortUncovered(PartEvent, frozen=True):
    """An enemy ship has come across a hidden port."""

    at: Place

    def evolve(self, state: HexState) -> HexState:
        return changed(state, uncovered=tuple(sorted({*NAVY.of(state).uncovered, self.at})))

    def tell(self, world: World, state: HexState) -> str:
        return f"The port in {world.title(self.at)} is no longer a secret"


def hidden(state: HexState, terms: Settings, at: Place) -> bool:
    """Whether a port was built in secret and is unknown to the enemy."""
    return (
        terms.naval is not None
        and at in terms.naval.hidden
        and at in state.ports
        and at not in NAVY.of(state).uncovered
    )


def check(world: World, state: HexState, terms: Settings, at: Place) -> Refusal | None:
    """Whether a port can be attacked."""
    if not hidden(state, terms, at):
        return None
    why = f"No enemy ship has come across the port in {world.title(at)} yet."
    return world.refuse_by("port.hidden-indian-ocean", why)


def note(run: Unfolding, terms: Settings, voyage: Voyage) -> None:
    """A fleet has made a voyage: it has come across the ports on its way."""
    fleet = run.state.fleets.get(voyage.fleet)
    for at in dict.fromkeys(voyage.way) if fleet is not None else ():
        holder = run.state.control.get(at, "")
        foe = fleet is not None and bool(holder) and at_war(run.world, run.state, fleet.side, holder)
        if foe and hidden(run.state, terms, at):
            run.emit(PortUncovered(at=at))
