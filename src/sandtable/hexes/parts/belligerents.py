"""Belligerents: two powers of one side fight wars of their own, and one of them begins at peace with most others.

The *eastern* power has its own armies, fleets and hexes. It may attack some enemies of its side from the start.
War with another side begins when it attacks that side's hexes, declares war, or a certain country joins the side.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital
from sandtable.hexes.actions import Action
from sandtable.hexes.part import GameMemory, Part, PartAction, PartEvent, Slice
from sandtable.hexes.state import Army, Fleet, HexState, Name, Phase, Place, Side
from sandtable.hexes.story import side_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Victims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those at war with the eastern power from the start: their lands and their armies."""

    areas: tuple[str, ...]
    nations: tuple[str, ...]
    but: tuple[Place, ...] = ()
    """Places in these areas that belong to somebody else."""


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that the eastern power may attack only in one turn, and that attacks it only under conditions."""

    side: Side
    areas: tuple[str, ...]
    """An attack of the western power on these opens the window: the turn after it."""
    border: tuple[str, ...]
    """The eastern power's areas on the border: with less than half as many points there, it may be attacked,"""
    capital: Place
    """and in the turn after this place of the western power was lost."""
    rule: str


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is at peace, and what brings war."""

    side: Side
    east: str
    """The eastern power."""
    west: str
    """The other power of the side."""
    nation: str
    """The nation of the eastern power's armies."""
    fleets: tuple[Name, ...]
    areas: tuple[str, ...]
    """Areas that the eastern power takes for itself when its side gains them other than by capture."""
    victims: Victims
    foe: Side
    """The side that the eastern power can go to war with at any time."""
    joiner: str
    """The country whose entry on that side means war,"""
    insulted: tuple[str, ...]
    """and that joins when the eastern power attacks these countries."""
    navy: tuple[Name, ...]
    """The fleets of that country, which don't intercept in the turn of a surprise."""
    window: Window
    rule: str
    """The rule of war and peace."""
    apart_rule: str
    """The rule that keeps the two powers out of each other's hexes."""
    surprise_rule: str


class Wars(Slice, frozen=True, tag="belligerents"):
    """The part's memory."""

    wars: tuple[Side, ...] = ()
    """The sides that the eastern power is at war with."""
    taken: Mapping[Place, str] = {}
    """Places of the side that belong to a power because it captured them."""
    opened: int = 0
    """The turn in which the western power first attacked the side of the window."""
    fallen: int = 0
    """The turn in which the western power's capital was lost."""
    surprise: int = 0
    """The turn in which the joiner was drawn into the war."""


WARS = GameMemory("belligerents", Wars())


class DeclareWar(PartAction, frozen=True):
    """The eastern power goes to war with a side that it is at peace with."""

    phrase: ClassVar[str] = "declare war on {against}"
    example: ClassVar[str] = "declare war on allied"

    against: str


class WarBroke(PartEvent, frozen=True):
    """The eastern power is at war with another side."""

    power: str
    against: Side
    why: str
    surprise: int = 0
    """The turn, if the war comes as a surprise."""

    def evolve(self, state: HexState) -> HexState:
        known = WARS.of(state)
        wars = tuple(sorted({*known.wars, self.against}))
        return WARS.put(state, replace(known, wars=wars, surprise=self.surprise or known.surprise))

    def tell(self, world: World, state: HexState) -> str:
        return f"{self.power} is at war with {side_name(world, self.against)} ({self.why})"


class PowerTook(PartEvent, frozen=True):
    """Places belong to one of the two powers of a side; to nobody in particular: they are no longer its own."""

    taken: Mapping[Place, str]

    def evolve(self, state: HexState) -> HexState:
        known = WARS.of(state)
        return WARS.put(state, replace(known, taken={**known.taken, **self.taken}))


class WindowOpened(PartEvent, frozen=True):
    """The western power has attacked the side of the window."""

    turn: int

    def evolve(self, state: HexState) -> HexState:
        return WARS.put(state, replace(WARS.of(state), opened=self.turn))


class CapitalFell(PartEvent, frozen=True):
    """The western power has lost its capital."""

    turn: int

    def evolve(self, state: HexState) -> HexState:
        return WARS.put(state, replace(WARS.of(state), fallen=self.turn))


class Belligerents(Part[Settings]):
    """The wars of the eastern power."""

    name = "belligerents"
    Settings = Settings
    memory = WARS
    actions = (DeclareWar,)
    events = (WarBroke, PowerTook, WindowOpened, CapitalFell)

    def rules(self) -> Iterable[str]:
        terms = self.settings
        return (terms.rule, terms.apart_rule, terms.surprise_rule, terms.window.rule)

    def problems(self, world: World) -> Iterable[str]:
        terms, areas = self.settings, world.board.atlas.areas
        named = (*terms.areas, *terms.victims.areas, *terms.window.areas, *terms.window.border)
        yield from (f"{area!r} isn't an area of the atlas" for area in named if area not in areas)
        nations = (terms.nation, *terms.victims.nations)
        yield from (f"there is no nation {one!r}" for one in nations if one not in world.facts.nations)

    # who is who

    def eastern(self, army: Army) -> bool:
        """Whether an army is the eastern power's."""
        return army.side == self.settings.side and army.nation == self.settings.nation

    def power_of(self, world: World, state: HexState, place: Place) -> str:
        """The power that a place of the side belongs to."""
        terms = self.settings
        known = WARS.of(state).taken.get(place)
        if known is not None:
            return known
        return terms.east if place in world.places_in(terms.areas) else terms.west

    def victim(self, world: World, place: Place) -> bool:
        """Whether a place is a victim's, if its enemies hold it."""
        terms = self.settings.victims
        return place not in terms.but and place in world.places_in(terms.areas)

    def at_war(self, state: HexState, side: Side) -> bool:
        """Whether the eastern power is at war with a side as a whole."""
        entry = state.joined.get(self.settings.joiner)
        joined = entry is not None and entry.side == side == self.settings.foe
        return joined or side in WARS.of(state).wars

    # attacks

    def bars_attack(self, world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
        terms, holder = self.settings, state.control.get(target, "")
        if army.side == terms.side:
            if holder == terms.side:
                return self.keeps(world, state, army, target)
            if self.eastern(army) and holder == terms.window.side and not self.victim(world, target):
                return self._closed(world, state)
            return None
        if holder != terms.side or self.power_of(world, state, target) != terms.east:
            return None
        return self._unprovoked(world, state, army)

    def _closed(self, world: World, state: HexState) -> Refusal | None:
        """Why the eastern power may not attack the side of the window now."""
        terms, known = self.settings, WARS.of(state)
        if terms.window.side in known.wars or (known.opened and state.turn == known.opened + 1):
            return None
        other = world.the(terms.window.side)
        why = f"{terms.east} may attack {other} only in the turn after {terms.west} first attacks it."
        return world.refuse_by(terms.window.rule, why)

    def _unprovoked(self, world: World, state: HexState, army: Army) -> Refusal | None:
        """Why an army may not attack the eastern power."""
        terms = self.settings
        if army.nation in terms.victims.nations or self.at_war(state, army.side):
            return None
        if army.side == terms.window.side:
            fallen = WARS.of(state).fallen
            if self._weak(world, state) or (fallen and state.turn == fallen + 1):
                return None
            why = f"{terms.east} isn't weak enough on the border, and {terms.west} hasn't just surrendered."
            return world.refuse_by(terms.window.rule, why)
        why = f"{capital(world.the(army.side))} and {terms.east} are not at war."
        return world.refuse_by(terms.rule, why)

    def _weak(self, world: World, state: HexState) -> bool:
        """Whether the eastern power has less than half as many points on the border as the side of the window."""
        terms = self.settings
        theirs, ours = world.places_in(terms.window.border), world.places_in(terms.window.areas)
        east = [place for place in theirs if any(near in ours for near in world.near(place))]
        west = [place for place in ours if any(near in theirs for near in world.near(place))]
        held = sum(state.points_at(place).total for place in east if state.control.get(place) == terms.side)
        own = sum(state.points_at(place).total for place in west if state.control.get(place) == terms.window.side)
        return 2 * held < own

    def keeps(self, world: World, state: HexState, army: Army, to: Place) -> Refusal | None:
        terms = self.settings
        if army.side != terms.side or state.control.get(to) != terms.side:
            return None
        power = terms.east if self.eastern(army) else terms.west
        owner = self.power_of(world, state, to)
        if owner == power:
            return None
        return world.refuse_by(terms.apart_rule, f"{world.title(to)} belongs to {owner}.")

    def shelters(self, world: World, state: HexState, army: Army, place: Place) -> bool | None:
        return False if self.keeps(world, state, army, place) is not None else None

    # at sea

    def leaves_alone(self, world: World, state: HexState, fleet: Name, force: str) -> Refusal | None:
        terms = self.settings
        own, other = self._flag(world, state, fleet), self._flag(world, state, force)
        if terms.east not in (own, other):
            return None
        foe = other if own == terms.east else own
        if foe not in world.order or self.at_war(state, foe):
            return None
        why = f"{terms.east} and {world.the(foe)} are not at war."
        return world.refuse_by(terms.rule, why)

    def _flag(self, world: World, state: HexState, force: str) -> str:
        """Whose a force is: one of the two powers, a victim, or another side."""
        terms = self.settings
        ship, army = state.fleets.get(force), state.armies.get(force)
        if ship is not None:
            side, east = ship.side, force in terms.fleets
        elif army is not None:
            side, east = army.side, self.eastern(army)
            if army.nation in terms.victims.nations:
                return "victims"
        else:
            side, east = state.control.get(force, ""), self.power_of(world, state, force) == terms.east
        if side == terms.side:
            return terms.east if east else terms.west
        return side

    def quiet(self, world: World, state: HexState, side: Side, places: frozenset[Place]) -> frozenset[Place]:
        """Coasts that are at peace with the eastern power, or with its enemies, don't fire."""
        return frozenset(place for place in places if self._spared(world, state, side, place))

    def _spared(self, world: World, state: HexState, side: Side, place: Place) -> Side:
        """The other side, if a place belongs to the eastern power or to somebody it is at peace with."""
        terms, holder = self.settings, state.control.get(place, "")
        if side == terms.side:
            # In its own part of the world the side is the eastern power, elsewhere the western one.
            near = place in world.places_in(terms.areas) and not self.victim(world, place)
            foe = holder if near and holder != side else ""
        else:
            foe = side if holder == terms.side and self.power_of(world, state, place) == terms.east else ""
        return "" if self.at_war(state, foe) else foe

    def truce(self, world: World, state: HexState, side: Side, place: Place) -> Refusal | None:
        foe = self._spared(world, state, side, place)
        if not foe or self.victim(world, place):
            return None
        return world.refuse_by(self.settings.rule, f"{self.settings.east} and {world.the(foe)} are not at war.")

    def idles(self, world: World, state: HexState, fleet: Fleet) -> Refusal | None:
        terms = self.settings
        if WARS.of(state).surprise != state.turn or state.side != terms.side:
            return None
        if not any(state.fleets.get(name) == fleet for name in terms.navy):
            return None
        return world.refuse_by(terms.surprise_rule, f"{terms.joiner} is surprised: its fleets can't intercept.")

    # what brings war

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("naval", "movement")

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        assert isinstance(action, DeclareWar)
        terms = self.settings
        if side != terms.side or action.against != terms.foe:
            return world.refuse_by(terms.rule, f"Only {terms.east} can declare war, on {world.the(terms.foe)}.")
        if self.at_war(state, terms.foe):
            return world.refuse_by(terms.rule, f"{terms.east} is already at war with {world.the(terms.foe)}.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        if side == self.settings.side and state.phase in ("naval", "movement"):
            yield DeclareWar(self.settings.foe)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        assert isinstance(action, DeclareWar)
        self._provoke(run)

    def words(self, world: World, action: Action) -> str:
        assert isinstance(action, DeclareWar)
        return f"declare war on {world.the(action.against)} for {self.settings.east}"

    def _provoke(self, run: Unfolding) -> None:
        """The eastern power has begun a war with its foe, and the joiner enters it."""
        terms = self.settings
        entry = run.state.joined.get(terms.joiner)
        self._go_to_war(run, terms.foe, surprise=entry is None or entry.turn == run.state.turn)
        for part in run.world.parts.provoked:
            part.provoked(run, terms.side, terms.joiner)

    def _go_to_war(self, run: Unfolding, on: Side, surprise: bool = False) -> None:
        known = WARS.of(run.state)
        if on not in known.wars or (surprise and not known.surprise):
            rule = self.settings.rule if on == self.settings.foe else self.settings.window.rule
            turn = run.state.turn if surprise else 0
            run.emit(WarBroke(power=self.settings.east, against=on, why=run.world.full_id(rule), surprise=turn))

    def attacked(self, run: Unfolding, side: Side, frm: Place, place: Place) -> None:
        terms, world, state = self.settings, run.world, run.state
        holder = state.control.get(place, "")
        if side != terms.side:
            ours = holder == terms.side and self.power_of(world, state, place) == terms.east
            if ours and not self._by_victims(state, side, frm):
                self._go_to_war(run, side)
            return
        if not self._from_east(state, frm):
            if place in world.places_in(terms.window.areas) and not WARS.of(state).opened:
                run.emit(WindowOpened(turn=state.turn))
            return
        if world.realm(world.country_of[place]) in terms.insulted or place in terms.victims.but:
            self._provoke(run)
        elif holder and holder != terms.side and not self.victim(world, place):
            self._go_to_war(run, holder)

    def _from_east(self, state: HexState, frm: Place) -> bool:
        return any(self.eastern(army) for _, army in state.armies_at(frm))

    def _by_victims(self, state: HexState, side: Side, frm: Place) -> bool:
        nations = {army.nation for _, army in state.armies_at(frm) if army.side == side}
        return bool(nations) and nations <= set(self.settings.victims.nations)

    def entered(self, run: Unfolding, side: Side, place: Place, holder: Side) -> None:
        terms = self.settings
        if side == terms.side:
            power = terms.east if self._from_east(run.state, place) else terms.west
            if self.power_of(run.world, run.state, place) != power:
                run.emit(PowerTook(taken={place: power}))

    def hexes_fell(self, run: Unfolding) -> None:
        terms, known = self.settings, WARS.of(run.state)
        if not known.fallen and run.state.control.get(terms.window.capital) != terms.side:
            run.emit(CapitalFell(turn=run.state.turn))


PART = Belligerents
