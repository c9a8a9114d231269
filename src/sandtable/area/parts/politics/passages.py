"""Canals and straits held by powers that are neither partners nor enemies: ships need permission to pass."""

from typing import ClassVar

from msgspec.structs import replace

from sandtable.area.actions import Action
from sandtable.area.board import Passage
from sandtable.area.forces import Power
from sandtable.area.part import PartEvent
from sandtable.area.parts.politics.memory import DIPLOMACY
from sandtable.area.parts.politics.settings import Settings
from sandtable.area.parts.politics.standing import quiet_spaces
from sandtable.area.state import AreaState
from sandtable.area.units import UnitType
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


class Ask(Action, frozen=True):
    """Ask for permission to pass a canal or strait."""

    phrase: ClassVar[str] = "ask {passage}"
    example: ClassVar[str] = "ask Panama Canal"

    passage: str
    """Which one."""


class Permit(Action, frozen=True):
    """Let another power's ships pass, or not."""

    phrase: ClassVar[str] = "permit {allowed}"
    example: ClassVar[str] = "permit yes"

    allowed: bool = True
    """Whether they may pass."""


class PassageAsked(PartEvent, frozen=True):
    """A power asks another for permission to pass."""

    power: Power
    passage: str
    holder: Power

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return DIPLOMACY.put(state, replace(DIPLOMACY.of(state), asked=(self.passage, self.holder)))

    def tell(self, world: World, state: AreaState) -> str:
        asker, holder = the(world.name(self.power)), the(world.name(self.holder))
        return f"{asker} asks {holder} for passage through the {self.passage}"


class PassageAnswered(PartEvent, frozen=True):
    """The answer to a request to pass."""

    holder: Power
    passage: str
    allowed: bool

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = DIPLOMACY.of(state)
        granted = (*known.granted, (self.passage, self.holder)) if self.allowed else known.granted
        denied = known.denied if self.allowed else (*known.denied, self.passage)
        return DIPLOMACY.put(state, replace(known, asked=None, granted=granted, denied=denied))

    def tell(self, world: World, state: AreaState) -> str:
        says = "opens" if self.allowed else "does not open"
        return f"{the(world.name(self.holder))} {says} the {self.passage}"


def whose_leave(world: World, state: AreaState, settings: Settings, power: Power, passage: Passage) -> Power:
    """The power whose permission is needed next for a passage. Empty if none is, or no one could give it."""
    holders = [state.turn.control.get(bank, "") for bank in passage.banks]
    if any(holder not in world.powers or world.relation(holder, power) == "war" for holder in holders):
        return ""
    granted = DIPLOMACY.of(state).granted
    asked = (h for h in holders if (passage.name, h) not in granted and _apart(world, settings, power, h, passage))
    return next(asked, "")


def _apart(world: World, settings: Settings, power: Power, holder: Power, passage: Passage) -> bool:
    """Whether a power doesn't share its partners' passages here, because one of the two is neutral on this map."""
    if holder == power:
        return False
    here = {*passage.between, *passage.banks}
    return not world.friends(holder, power) or any(
        here & quiet_spaces(world, settings.fronts, one) for one in (power, holder)
    )


def opens(
    world: World, state: AreaState, settings: Settings, power: Power, passage: Passage, unit: UnitType | None
) -> Refusal | bool | None:
    """Whether ships may pass, or the rule against it. None if this part doesn't decide."""
    if unit is not None and any(world.units[name].name == unit.name for name in passage.exempt):
        return True
    asked = whose_leave(world, state, settings, power, passage)
    if not asked:
        return True if any(name == passage.name for name, _ in DIPLOMACY.of(state).granted) else None
    rule = "canal.permission" if world.side(asked) != world.side(power) else "canal.neutral-power"
    return world.refuse(rule, f"The {passage.name} is held by {the(world.name(asked))}: ask for passage.")


def find(world: World, name: str) -> Passage | None:
    """A passage by its name."""
    return next((one for one in world.board.passages if one.name.lower() == name.lower()), None)


def check_ask(world: World, state: AreaState, settings: Settings, power: Power, name: str) -> Refusal | None:
    """The rule against asking for this passage, or None."""
    passage = find(world, name)
    if passage is None:
        known = ", ".join(one.name for one in world.board.passages)
        return world.refuse("canal.list", f"There's no passage called {name!r}. Passages: {known}.")
    if passage.name in DIPLOMACY.of(state).denied:
        return world.refuse("canal.permission", f"You've already had an answer about the {name} this turn.")
    if not whose_leave(world, state, settings, power, passage):
        return world.refuse("canal.permission", f"You don't need to ask anyone about the {passage.name}.")
    return None
