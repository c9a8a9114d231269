"""Damage: what bombed territories cost their holder in the next turn."""

import msgspec
from msgspec.structs import replace

from sandtable.area.event import Event
from sandtable.area.events import ControlChanged, IncomeCollected, TurnEnded
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.part import Part
from sandtable.area.state import AreaState, Damage
from sandtable.area.status import active
from sandtable.area.world import World


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cost of damage."""

    divisor: int
    """Without a factory a territory loses at most its value divided by this; with one, up to its whole value."""


class BombDamage(Part[Settings]):
    """Bombed territories pay less, and their factories can place fewer units."""

    name = "damage"
    reacts_to = (ControlChanged, IncomeCollected, TurnEnded)
    Settings = Settings
    citations = ("mobilize.bombed",)

    def cost(self, world: World, state: AreaState, territory: str) -> int:
        """What bombs and rockets take from a territory's income."""
        damage, value = state.damage.get(territory), world.board.territories[territory].value
        if damage is None:
            return 0
        return min(
            damage.income, value if has_factory(world, state, territory) else value // self.settings.divisor
        )

    def revenue(self, world: World, state: AreaState, power: Power) -> int:
        return -sum(self.cost(world, state, space) for space in state.damage if state.control.get(space) == power)

    def savings_lost(self, world: World, state: AreaState, power: Power) -> int:
        """Savings lost: damage beyond the value of the territory where they are kept, if it has a factory."""
        if not any(damage.income for damage in state.damage.values()):
            return 0
        space = savings_at(world, state, power)
        if space not in state.damage or not has_factory(world, state, space):
            return 0
        return max(0, state.damage[space].income - world.board.territories[space].value)

    def factory_damage(self, world: World, state: AreaState, territory: str) -> int:
        return state.damage[territory].production if territory in state.damage else 0

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        if not state.damage:
            return state
        match event:
            case ControlChanged():  # a new holder doesn't inherit damage
                return replace(state, damage={s: done for s, done in state.damage.items() if s != event.space})
            case IncomeCollected():
                return _felt(state, (event.power,), income=True)
            case TurnEnded():  # the team has mobilized: damage to production ends
                return _felt(state, active(state), income=False)
            case _:
                return state


def _felt(state: AreaState, powers: tuple[Power, ...], income: bool) -> AreaState:
    """The state without these powers' damage to income or to production, once it has taken effect."""
    left = {
        space: replace(done, income=0) if income else replace(done, production=0)
        for space, done in state.damage.items()
        if state.control.get(space) in powers
    }
    after = {space: left.get(space, done) for space, done in state.damage.items()}
    return replace(state, damage={space: done for space, done in after.items() if done != Damage()})


def savings_at(world: World, state: AreaState, power: Power) -> str:
    """Where a power's savings are: in its capital, or else in the most valuable territory it holds."""
    capital = world.powers[power].capital
    if state.control.get(capital) == power:
        return capital
    held = [space for space, holder in state.control.items() if holder == power]
    lands = world.board.territories
    return min(held, key=lambda s: (-lands[s].value, not has_factory(world, state, s), s), default="")


PART = BombDamage
