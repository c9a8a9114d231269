"""Sea battles: both fleets fire simultaneously, take their losses, and the loser returns home."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed, times
from sandtable.hexes.events import Expended
from sandtable.hexes.evolve import with_fleet
from sandtable.hexes.fleets import sea_strength
from sandtable.hexes.invasion.sailing import hungry, naval_fire
from sandtable.hexes.part import PartAction, PartEvent
from sandtable.hexes.parts.fleets import carriers, transport
from sandtable.hexes.parts.fleets.cargo import favour, sink, spirit
from sandtable.hexes.parts.fleets.memory import NAVY, Battle, changed
from sandtable.hexes.parts.fleets.settings import Settings
from sandtable.hexes.state import Fleet, HexState, Name, Place
from sandtable.hexes.story import fleet_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class LoseShips(PartAction, frozen=True):
    """Choose the ships a fleet loses."""

    phrase: ClassVar[str] = "lose {capital} capital ships and {asw} escorts"
    example: ClassVar[str] = "lose 1 capital ships and 1 escorts"

    capital: int = 0
    asw: int = 0


class SinkShips(PartAction, frozen=True):
    """Choose the ships that an enemy fleet loses to aircraft."""

    phrase: ClassVar[str] = "sink {capital} capital ships, {carriers} carriers and {asw} escorts"
    example: ClassVar[str] = "sink 1 capital ships, 1 carriers and 0 escorts"

    capital: int = 0
    carriers: int = 0
    asw: int = 0


class BattleJoined(PartEvent, frozen=True):
    """Two fleets have fired at each other."""

    battle: Battle

    def evolve(self, state: HexState) -> HexState:
        pair = (self.battle.attacker, self.battle.defender)
        voyages = NAVY.of(state).voyages
        met = tuple(replace(one, met=True) if one.fleet in pair else one for one in voyages)
        return changed(state, battle=self.battle, voyages=met)


class ShipsLost(PartEvent, frozen=True):
    """Ships were sunk."""

    fleet: Name
    capital: int = 0
    asw: int = 0
    submarines: int = 0
    carriers: int = 0

    def evolve(self, state: HexState) -> HexState:
        old = state.fleets[self.fleet]
        left = replace(
            old,
            points=old.points - self.capital,
            asw=old.asw - self.asw,
            submarines=old.submarines - self.submarines,
            carriers=old.carriers - self.carriers,
        )
        state = with_fleet(state, self.fleet, left)
        known = NAVY.of(state)
        if known.battle is not None:
            owed = {name: count for name, count in known.battle.owed.items() if name != self.fleet}
            aimed = {name: count for name, count in known.battle.aimed.items() if name != self.fleet}
            state = changed(state, battle=replace(known.battle, owed=owed, aimed=aimed))
        return state if left.ships else forgotten(state, self.fleet)

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.fleet)} loses {counted(self.capital, self.asw, self.submarines, self.carriers)}"


class BattleEnded(PartEvent, frozen=True):
    """A battle is over: the loser, if anything is left of it, returns home."""

    winner: Name
    loser: Name
    at: Place

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        patrols = {name: place for name, place in known.patrols.items() if name != self.loser}
        beaten = (*known.beaten, self.loser) if self.loser in state.fleets else known.beaten
        return changed(state, battle=None, patrols=patrols, beaten=tuple(sorted({*beaten})))

    def tell(self, world: World, state: HexState) -> str:
        return f"{fleet_name(self.winner)} wins against {fleet_name(self.loser)} in {world.title(self.at)}"


class Beaten(PartEvent, frozen=True):
    """A fleet has lost a battle caused by an invasion."""

    fleet: Name

    def evolve(self, state: HexState) -> HexState:
        known = NAVY.of(state)
        patrols = {name: place for name, place in known.patrols.items() if name != self.fleet}
        return changed(state, beaten=tuple(sorted({*known.beaten, self.fleet})), patrols=patrols)


def forgotten(state: HexState, fleet: Name) -> HexState:
    """Remove a lost fleet from the memory; ``course`` ends its voyage."""
    known = NAVY.of(state)
    return changed(
        state,
        patrols={name: place for name, place in known.patrols.items() if name != fleet},
        beaten=tuple(name for name in known.beaten if name != fleet),
        moved=tuple(name for name in known.moved if name != fleet),
        strained={name: by for name, by in known.strained.items() if name != fleet},
        sent=tuple(name for name in known.sent if name != fleet),
        raids={name: routes for name, routes in known.raids.items() if name != fleet},
        escorts={route: name for route, name in known.escorts.items() if name != fleet},
        raiders=tuple(name for name in known.raiders if name != fleet),
        lapsed=tuple(name for name in known.lapsed if name != fleet),
        preyed=tuple(name for name in known.preyed if name != fleet),
        homing=tuple(name for name in known.homing if name != fleet),
        scouts=tuple(name for name in known.scouts if name != fleet),
    )


def counted(capital: int, asw: int, submarines: int, carriers: int = 0) -> str:
    """Ships in words.

    >>> counted(1, 2, 0), counted(0, 0, 1)
    ('1 capital ship and 2 escorts', '1 submarine')
    """
    kinds = ((capital, "capital ship"), (carriers, "carrier"), (asw, "escort"), (submarines, "submarine"))
    return listed([times(count, word) for count, word in kinds if count])


def lose(run: Unfolding, loss: ShipsLost) -> None:
    """A fleet loses ships in a fight."""
    before = run.state.fleets[loss.fleet]
    run.emit(loss)
    for part in run.world.parts.battered:
        part.battered(run, loss.fleet, before)


def fire(run: Unfolding, terms: Settings, name: Name, foe: Name, at: Place, attacking: bool = False) -> int:
    """A fleet fires at another, if it can."""
    world, state = run.world, run.state
    fleet = state.fleets[name]
    strength = sea_strength(world, state, fleet, state.fleets[foe])
    if not strength:
        return 0
    modifier = hungry(world, state, fleet) + favour(world, state, terms, fleet, at)
    modifier += carriers.command(world, state, name) + (spirit(world, state, name) if attacking else 0)
    return naval_fire(run, name, foe, strength, modifier)


def fight(
    run: Unfolding,
    terms: Settings,
    attacker: Name,
    defender: Name,
    at: Place,
    raid: str = "",
    troops: bool = False,
) -> None:
    """Aircraft strike first, then the fleets fire. ``raid``: the route that one of them escorts; ``troops``: the
    defender escorts troops."""
    for part in run.world.parts.engages:
        part.engages(run, (attacker, defender))
    fleets = run.state.fleets
    one, other = fleets[attacker], fleets[defender]
    if one.carriers or other.carriers:
        doomed = [attacker] * carriers.alone(one, other) + [defender] * carriers.alone(other, one)
        aimed = carriers.launch(run, attacker, defender)
        run.emit(
            BattleJoined(
                battle=Battle(
                    attacker,
                    defender,
                    at,
                    aimed.get(defender, 0),
                    aimed.get(attacker, 0),
                    raid=raid,
                    troops=troops,
                    stage="air",
                    aimed=aimed,
                    sides={attacker: one.side, defender: other.side},
                    doomed=tuple(doomed),
                )
            )
        )
    else:
        exchange_fire(run, terms, Battle(attacker, defender, at, raid=raid, troops=troops))


def exchange_fire(run: Unfolding, terms: Settings, battle: Battle) -> None:
    """Two fleets fire simultaneously; then losses are due."""
    attacker, defender, at = battle.attacker, battle.defender, battle.at
    dealt = fire(run, terms, attacker, defender, at, attacking=True)
    taken = fire(run, terms, defender, attacker, at)
    owed = {name: hits for name, hits in ((defender, dealt), (attacker, taken)) if hits}
    dealt, taken = battle.dealt + dealt, battle.taken + taken
    run.emit(BattleJoined(battle=replace(battle, dealt=dealt, taken=taken, owed=owed, stage="guns", aimed={})))


def settle(run: Unfolding, terms: Settings) -> bool:
    """Take losses, let a raider fire at cargo or troops, and decide the battle. Returns whether it is over."""
    battle = NAVY.of(run.state).battle
    if battle is None:
        return True
    if battle.stage == "air" and not _bombed(run, terms, battle):
        return False
    battle = NAVY.of(run.state).battle
    assert battle is not None, "the battle goes on"
    forced = [only_way(name, run.state.fleets[name], hits) for name, hits in battle.owed.items()]
    for loss in filter(None, forced):
        lose(run, loss)
    if None in forced:
        return False
    if battle.raid and battle.attacker in run.state.fleets:
        sink(run, terms, battle.attacker, battle.raid, battle.at)
    for name in battle.doomed:
        if name in run.state.fleets:
            lose(run, ShipsLost(fleet=name, carriers=run.state.fleets[name].carriers))
    left = run.state.fleets.get(battle.attacker)
    if battle.troops and battle.defender not in run.state.fleets and left is not None and left.submarines:
        transport.fire(run, terms, battle.attacker, battle.at)
    loser, winner = decided(run.world, run.state, battle)
    run.emit(BattleEnded(winner=winner, loser=loser, at=battle.at))
    if loser in run.state.fleets:
        run.emit(Expended(fleet=loser))
    return True


def _bombed(run: Unfolding, terms: Settings, battle: Battle) -> bool:
    """Take off the ships that aircraft have sunk; then what is left fires. Returns whether it has."""
    for name, hits in battle.aimed.items():
        ways = list(ways_to_sink(run.state.fleets[name], hits))
        if len(ways) > 1:
            return False
        way = ways[0]
        lose(run, ShipsLost(fleet=name, capital=way.capital, asw=way.asw, carriers=way.carriers))
    left = NAVY.of(run.state).battle
    assert left is not None, "the battle goes on"
    if left.attacker in run.state.fleets and left.defender in run.state.fleets:
        exchange_fire(run, terms, left)
    else:
        run.emit(BattleJoined(battle=replace(left, stage="guns")))
    return True


def ways_to_sink(fleet: Fleet, hits: int) -> Iterator[SinkShips]:
    """Every way to take hits of aircraft: carriers first, then capital ships."""
    for lost in range(min(hits, fleet.carriers), -1, -1):
        for capital in range(min(hits - lost, fleet.points), -1, -1):
            if hits - lost - capital <= fleet.asw:
                yield SinkShips(capital, lost, hits - lost - capital)


def only_way(name: Name, fleet: Fleet, hits: int) -> ShipsLost | None:
    """The losses, if there is only one way to take them. None: there is a choice."""
    hits = min(hits, fleet.ships)
    if fleet.submarines:
        return ShipsLost(fleet=name, submarines=hits)
    spare = max(0, hits - fleet.points - fleet.asw)  # carriers only when nothing else is left
    hits -= spare
    ways = [capital for capital in range(hits + 1) if capital <= fleet.points and hits - capital <= fleet.asw]
    if len(ways) != 1:
        return None
    return ShipsLost(fleet=name, capital=ways[0], asw=hits - ways[0], carriers=spare)


def decided(world: World, state: HexState, battle: Battle) -> tuple[Name, Name]:
    """The loser and the winner: by what is left, then by losses inflicted, then for the defender."""
    attacker, defender = battle.attacker, battle.defender
    mine = _worth(world, state, attacker, defender), battle.dealt
    theirs = _worth(world, state, defender, attacker), battle.taken
    return (defender, attacker) if mine > theirs else (attacker, defender)


def _worth(world: World, state: HexState, name: Name, foe: Name) -> int:
    """What counts of a fleet after a battle: its ships, or its strength against submarines."""
    fleet = state.fleets.get(name)
    if fleet is None:
        return 0
    other = state.fleets.get(foe)
    hunting = other is not None and other.submarines and not fleet.submarines
    return sea_strength(world, state, fleet, other) if hunting else fleet.ships


# the question


def asks(state: HexState, battle: Battle) -> Decision:
    """The decision, and whose it is."""
    if battle.aimed:
        name, hits = next(iter(battle.aimed.items()))
        prompt = f"{name}: choose the {times(hits, 'ship')} that your aircraft have sunk."
        return Decision(battle.sides[_foe(battle, name)], "sink", battle.at, prompt)
    name, hits = next(iter(battle.owed.items()))
    fleet = state.fleets[name]
    most = min(hits, fleet.points + fleet.asw)
    prompt = f"{name}: choose {times(most, 'loss', 'losses')} among capital ships and escorts."
    return Decision(fleet.side, "ships", battle.at, prompt)


def _foe(battle: Battle, name: Name) -> Name:
    return battle.defender if name == battle.attacker else battle.attacker


def check_sinking(world: World, state: HexState, battle: Battle, action: SinkShips) -> Refusal | None:
    """Validate the choice of ships lost to aircraft."""
    name, hits = next(iter(battle.aimed.items()))
    if action in ways_to_sink(state.fleets[name], hits):
        return None
    return world.refuse_by("carrier.air-losses", f"Choose {times(hits, 'ship')} of {name}.")


def sink_ships(run: Unfolding, action: SinkShips) -> None:
    """A fleet loses the ships that its enemy has chosen."""
    battle = NAVY.of(run.state).battle
    assert battle is not None, "there is no battle"
    name = next(iter(battle.aimed))
    lose(run, ShipsLost(fleet=name, capital=action.capital, asw=action.asw, carriers=action.carriers))


def check(world: World, state: HexState, battle: Battle, action: LoseShips) -> Refusal | None:
    """Validate the choice of ships to lose."""
    name, hits = next(iter(battle.owed.items()))
    fleet = state.fleets[name]
    fits = 0 <= action.capital <= fleet.points and 0 <= action.asw <= fleet.asw
    most = min(hits, fleet.points + fleet.asw)
    if not fits or action.capital + action.asw != most:
        why = f"{name} has {counted(fleet.points, fleet.asw, 0)} and loses {most} of them."
        return world.refuse_by("asw.escort-losses", why)
    return None


def offers(state: HexState, battle: Battle) -> Iterator[LoseShips | SinkShips]:
    """Every way to take the losses, escorts first; or to choose an enemy's ships that aircraft have sunk."""
    if battle.aimed:
        name, hits = next(iter(battle.aimed.items()))
        yield from ways_to_sink(state.fleets[name], hits)
        return
    name, hits = next(iter(battle.owed.items()))
    fleet = state.fleets[name]
    for capital in range(min(hits, fleet.points) + 1):
        if hits - capital <= fleet.asw:
            yield LoseShips(capital, hits - capital)


def take(run: Unfolding, action: LoseShips) -> None:
    """A fleet takes the losses its owner has chosen."""
    battle = NAVY.of(run.state).battle
    assert battle is not None, "there is no battle"
    lose(run, ShipsLost(fleet=next(iter(battle.owed)), capital=action.capital, asw=action.asw))
