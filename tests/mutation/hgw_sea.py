"""Ways to break the sea of ``hgw``, and which of its rules must notice: routes, invasions, fleets, coastal air."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes import events as ev
from sandtable.hexes import movement, sealanes, shipping, supplying
from sandtable.hexes.combat import advancing, assaulting, defending, losses, sequence
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion import declaring, landing, sailing
from sandtable.hexes.scenario import SeaRight, SideSetup
from sandtable.hexes.sealanes import Blocked
from sandtable.hexes.state import Attack, Combat, Fleet, HexState, Landing, Place, Side, Toll
from sandtable.hexes.strength import Points
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.waters import Passage
from sandtable.hexes.world import World
from tests.mutation import hexes
from tests.mutation.breaks import doing, everywhere
from tests.mutation.hexes import HexBreak, WorldMaker, after, board, facts, tables

TOPICS = ("sea", "invasion", "fleet-basic", "coastal-air")


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    return hexes.refusals(game, TOPICS, ("sea.pacific",))  # shipping points limit what sails there


def _none(*args: object, **kwargs: object) -> tuple[()]:
    return ()


def _yes(*args: object, **kwargs: object) -> bool:
    return True


def _no(*args: object, **kwargs: object) -> bool:
    return False


def _setups(change: Callable[[Side, SideSetup], Mapping[str, Any]], only: str = "") -> WorldMaker:
    """Scenarios (or one of them) in which sides start otherwise."""

    def changed(world: World) -> Mapping[str, Any]:
        sides = world.facts.sides
        if only and world.scenario.id != only:
            return {}
        return {"sides": {side: replace(one, **change(side, one)) for side, one in sides.items()}}

    return facts(changed)


def _ship(who: Side, sea: str, how: Any, only: str = "") -> WorldMaker:
    """A side with other rights on a sea."""

    def change(side: Side, setup: SideSetup) -> Mapping[str, Any]:
        if side != who:
            return {}
        return {"seas": {**setup.seas, sea: replace(setup.seas.get(sea, SeaRight()), ship=how)}}

    return _setups(change, only)


def _america(**changes: Any) -> WorldMaker:
    return _setups(lambda _, one: {"overseas": replace(one.overseas, **changes)} if one.overseas else {})


def _bases(**changes: Any) -> WorldMaker:
    return _setups(lambda _, one: {"fleets": replace(one.fleets, **changes)} if one.fleets else {})


def _boxes(**changes: Any) -> WorldMaker:
    """Far boxes that guard otherwise."""

    def theatre(world: World) -> Any:
        old = world.board.theatre
        return replace(old, boxes={name: replace(box, **changes) for name, box in old.boxes.items()})

    return board(theatre=theatre)


def _waters(**changes: Any) -> WorldMaker:
    return lambda world: replace(world, waters=replace(world.waters, **changes))


def _shorter(*args: Any) -> Any:
    return Blocked("sea.route-hexes", "too far") if "2130" in args[-1] else _shipping(*args)


_shipping = sealanes.shipping


def _first_sea(*args: Any) -> Any:
    found = shipping.seas_used(*args)
    return found if isinstance(found, Refusal) else found[:1]


def _past_friends(run: Unfolding, action: Any) -> None:
    """Ships that pass an enemy fleet are fired at."""
    _make_move(run, action)
    for name, fleet in run.state.fleets.items():
        if action.ports and fleet.side != run.state.side:
            run.emit(
                ev.NavalFire(side=fleet.side, fleet=name, at=action.to, strength=1, die=1, modifier=0, hits=0)
            )


_make_move = movement.make_move


def _in_a_friends_water(*args: Any) -> Any:
    """Fleets of others bar the sea."""
    state = args[1]
    if any(fleet.side != args[2] for fleet in state.fleets.values()):
        return args[0].refuse("sea.route-hexes", "An enemy fleet bars the way.")
    return shipping.seas_used(*args)


def _used_up(world: World, state: HexState, side: Side) -> Any:
    found = _position(world, state, side)
    return replace(found, seas=found.seas - set(state.shipped))


_position = supplying.position_of


def _no_sea_supply(*args: Any) -> frozenset[str]:
    return frozenset()


def _half(points: Points) -> int:
    return points.amphibious


def _everybody(points: Points) -> int:
    return points.total


def _all_fire(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    return points.total


def _amphibious_too(points: Points, fort: int) -> int:
    return points.total + fort


def _infantry_toll(due: Toll) -> Toll:
    return replace(due, amphibious=0)


def _free_toll(state: HexState, attack: Attack, hits: int) -> Toll:
    return _infantry_toll(_sea_toll(state, attack, hits))


_sea_toll = sailing.sea_toll


def _spared_fleet(state: HexState, attack: Attack, hits: int) -> Toll:
    return replace(_sea_toll(state, attack, hits), fleet="")


def _inflict_any(run: Unfolding, due: Toll) -> bool:
    return losses.inflict(run, _infantry_toll(due))


def _quick_landing(run: Unfolding) -> bool:
    """Fleets do not fire on the hex."""
    for attack in run.combat.attacks:
        if attack.fleet and attack.fleet not in run.state.expended:
            run.emit(ev.Expended(fleet=attack.fleet))
    return _supporting(run)


_supporting = landing._supporting


def _at_sea_only(world: World, fleet: Fleet, attack: Attack, seas: frozenset[str]) -> bool:
    return True


def _attacker_wins(run: Unfolding) -> None:
    """Whoever intercepts wins."""
    found = run.combat.landing
    if found is not None and found.duel is not None:
        duel = found.duel
        run.emit(ev.LandingBegan(landing=replace(found, duel=None)))
        if duel.escort in run.state.fleets:
            run.emit(ev.Expended(fleet=duel.escort))


def _nobody_wins(run: Unfolding) -> None:
    found = run.combat.landing
    if found is not None and found.duel is not None:
        run.emit(ev.LandingBegan(landing=replace(found, duel=None)))


_naval = sailing.naval_fire


def _undoubled(run: Unfolding, fleet: str, at: str, strength: int, modifier: int) -> int:
    return _naval(run, fleet, at, min(strength, run.state.fleets[fleet].points), modifier)


def _nine_at_most(run: Unfolding, fleet: str, at: str, strength: int, modifier: int) -> int:
    return _naval(run, fleet, at, min(strength, 9), modifier)


def _armies_only(state: HexState, combat_now: Combat, found: Landing) -> Attack | None:
    """Only armies can be met at sea."""
    attack = sailing.at_sea(combat_now, found)
    return attack if attack is not None and attack.army else None


def _beaten_go_home(run: Unfolding) -> None:
    """The army turns back with its escort."""
    found = run.combat.landing
    before = set(run.state.expended)
    _settle(run)
    gone = set(run.state.expended) - before
    for attack in run.combat.attacks if found is not None else ():
        if attack.fleet in gone:
            run.emit(ev.CalledOff(army=attack.army))


_settle = sailing.settle_duel


def _land_lines(world: World, state: HexState, side: Side, target: Place) -> bool:
    """Coastal air keeps away only where land joins the hexes."""
    return target in sailing.armed(world, state, side, (target,)) and not any(
        state.control.get(near) == side for near in world.near(target)
    )


def _only_with_armies(world: World, state: HexState, side: Side, places: Iterable[Place]) -> frozenset[Place]:
    return frozenset(place for place in _armed(world, state, side, places) if any(state.armies_at(place)))


_armed = sailing.armed


def _air_first(run: Unfolding, place: Place, attack: Attack) -> None:
    return _air(run, place, replace(attack, fleet=""))


_air = sailing.air_fire


def _struck_again(run: Unfolding, army: str) -> bool:
    done = _advance(run, army)
    if not done:
        run.emit(ev.AirStruck(side=run.state.side, at="", army=army, strength=0, die=0, hits=0))
    return done


_advance = advancing.make_advance


def _attack_first(run: Unfolding) -> None:
    run.emit(ev.StepBegan(step="defence", asked=defending.may_fire(run.world, run.state, run.combat)))


def _not_counted(before: HexState, after: HexState, event: Any) -> HexState:
    assert before.combat is not None and after.combat is not None, "nobody fights"
    return replace(after, combat=replace(after.combat, advanced=before.combat.advanced))


def _not_eligible(before: HexState, after: HexState, event: Any) -> HexState:
    assert after.combat is not None, "nobody fights"
    return replace(after, combat=replace(after.combat, eligible=()))


def _put_ashore(before: HexState, after: HexState, event: ev.AdvanceRolled) -> HexState:
    """Who fails stays where he wanted to land."""
    return replace(after, armies={**after.armies, event.army: replace(after.armies[event.army], at=event.target)})


BREAKS = (
    # the sea
    HexBreak("the Axis ships in Barbarossa", ("sea.three-uses",), _ship("axis", "Baltic", 3, "barbarossa")),
    HexBreak("two points on the Baltic", ("sea.baltic", "sea.supply-unlimited"), _ship("axis", "Baltic", 2)),
    HexBreak("Soviet ships on the Baltic", ("sea.baltic", "sea.table"), _ship("soviet", "Baltic", 1)),
    HexBreak("two points on the Black Sea", ("sea.black-caspian",), _ship("soviet", "Black Sea", 2)),
    HexBreak("none on the Caspian", ("sea.black-caspian",), _ship("soviet", "Caspian", 0)),
    HexBreak("nine Axis points on the ocean", ("sea.atlantic-axis",), _ship("axis", "Atlantic", 9)),
    HexBreak("eight Allied points on the ocean", ("sea.atlantic-allied",), _ship("allied", "Atlantic", 8)),
    HexBreak("four to and from America", ("sea.atlantic-allied",), _america(limit=4)),
    HexBreak("two to and from America", ("sea.atlantic-allied", "sea.off-map-arrows"), _america(limit=2)),
    HexBreak("Canada is not counted", ("sea.atlantic-allied",), _america(places=("1909",))),
    HexBreak("two points to the Gulf", ("sea.persian-red",), _ship("allied", "Persian Gulf and Red Sea", 2)),
    HexBreak("Axis ships off Crete", ("sea.mediterranean-basic",), _ship("axis", "Mediterranean", 3)),
    HexBreak("the Mediterranean is closed", ("sea.combine", "sea.which-sea"), _ship("allied", "Mediterranean", 0)),
    HexBreak("no long voyages", ("sea.route-hexes",), during=doing(shipping, "shipping", _shorter)),
    HexBreak("one sea of a voyage counts", ("sea.which-sea",), during=doing(movement, "seas_used", _first_sea)),
    HexBreak(
        "straits are open",
        ("sea.controlled-straits", "invasion.any-sea", "sea.kiel", "sea.unaligned-strait", "sea.red-sea-entrance"),
        during=doing(Passage, "open", _yes),
    ),
    HexBreak(
        "straits are shut",
        ("sea.controlled-straits", "sea.combine", "sea.kiel", "sea.red-sea-entrance"),
        during=doing(Passage, "open", _no),
    ),
    HexBreak(
        "fleets bar the sea", ("sea.no-other-block",), during=doing(movement, "seas_used", _in_a_friends_water)
    ),
    HexBreak(
        "transports are fired at", ("sea.movement-phase-only",), during=doing(movement, "make_move", _past_friends)
    ),
    HexBreak("the north is as wide", ("sea.northern-half-cost",), _waters(half_rows=(0, 0))),
    HexBreak(
        "no supply over sea",
        ("sea.supply-through-seas", "sea.supply-unlimited"),
        during=doing(supplying, "supplying", _no_sea_supply),
    ),
    HexBreak(
        "shipping uses supply up", ("sea.supply-unlimited",), during=doing(supplying, "position_of", _used_up)
    ),
    # invasions
    HexBreak(
        "amphibious points fire on land",
        ("invasion.amphibious-land-combat",),
        during=everywhere("defence_strength", _amphibious_too, defending),
    ),
    HexBreak("five hexes are the range", ("invasion.range", "invasion.range-extension"), tables(invasion_range=5)),
    HexBreak(
        "seven hexes are the range", ("invasion.range", "invasion.amphibious-advance"), tables(invasion_range=7)
    ),
    HexBreak("thirteen for a point", ("invasion.range-extension",), tables(invasion_extension=13)),
    HexBreak("eleven for a point", ("invasion.range-extension",), tables(invasion_extension=11)),
    HexBreak("every coast is a port", ("invasion.from-port",), during=doing(declaring, "is_port", _yes)),
    HexBreak(
        "beaches are no ports",
        ("invasion.beachhead-supply",),
        during=after(ev.Advanced, lambda before, after, event: replace(after, beachheads={})),
    ),
    HexBreak(
        "beaches are ports for ever",
        ("invasion.beachhead-supply",),
        during=after(ev.TurnBegan, lambda before, after, event: replace(after, beachheads=before.beachheads)),
    ),
    HexBreak(
        "attacks come first",
        ("invasion.first", "invasion.steps"),
        during=doing(sequence, "open_fire", _attack_first),
    ),
    HexBreak(
        "defenders choose what invaders lose",
        ("invasion.defensive-losses",),
        during=doing(defending, "inflict", _inflict_any),
    ),
    HexBreak(
        "all invaders fire",
        ("invasion.assault", "invasion.example-avalanche"),
        during=doing(assaulting, "assault_strength", _all_fire),
    ),
    HexBreak(
        "only amphibious points advance",
        ("invasion.advance-strength", "invasion.example-sealion"),
        during=doing(advancing, "landing_strength", _half),
    ),
    HexBreak(
        "all points advance",
        ("invasion.advance-strength",),
        during=doing(advancing, "landing_strength", _everybody),
    ),
    HexBreak(
        "defenders never fire at landings",
        ("invasion.defensive-assault", "invasion.steps"),
        during=doing(landing, "shooters", _none),
    ),
    HexBreak(
        "who fails is fired at", ("invasion.advance-result",), during=doing(landing, "make_advance", _struck_again)
    ),
    HexBreak(
        "a landing is no advance",
        ("invasion.exploit", "invasion.amphibious-advance", "invasion.friendly-target"),
        during=after(
            ev.Advanced,
            _not_counted,
        ),
    ),
    HexBreak(
        "nobody goes on after a landing",
        ("invasion.exploit", "invasion.amphibious-advance", "invasion.friendly-target"),
        during=after(ev.Advanced, _not_eligible),
    ),
    HexBreak(
        "friends are invaded like enemies",
        ("invasion.friendly-target", "invasion.several-armies"),
        during=doing(landing, "friendly", _no),
    ),
    HexBreak(
        "who fails stays on the beach", ("invasion.stays-in-port",), during=after(ev.AdvanceRolled, _put_ashore)
    ),
    # fleets
    HexBreak(
        "fleets in any port",
        ("fleet-basic.allied-bases", "fleet-basic.axis-bases"),
        _bases(bases=("port", "anchor", "yard", "none"), capacity={}, supplied=False),
    ),
    HexBreak(
        "nine and three points",
        ("fleet-basic.allotment",),
        _setups(
            lambda _, one: {"fleets": replace(one.fleets, points=one.fleets.points + 1)} if one.fleets else {}
        ),
    ),
    HexBreak(
        "fleets meet whatever sails",
        (
            "fleet-basic.intercept-atlantic",
            "fleet-basic.intercept-africa",
            "fleet-basic.intercept-india",
            "fleet-basic.mediterranean",
        ),
        during=doing(sailing, "_on_the_way", _at_sea_only),
    ),
    HexBreak("boxes guard all", ("fleet-basic.intercept-africa",), _boxes(guards=(), beyond=0)),
    HexBreak(
        "no fleet meets anybody",
        (
            "fleet-basic.intercept-atlantic",
            "fleet-basic.intercept-africa",
            "invasion.example-route",
            "invasion.friendly-target",
        ),
        during=doing(landing, "interceptors", _none),
    ),
    HexBreak(
        "fleets fire undoubled",
        ("fleet-basic.battle", "invasion.example-route"),
        during=doing(sailing, "naval_fire", _undoubled),
    ),
    HexBreak(
        "fleets fire with nine", ("fleet-basic.fire-cap",), during=doing(sailing, "naval_fire", _nine_at_most)
    ),
    HexBreak(
        "any loss will do at sea",
        ("fleet-basic.losses", "coastal-air.losses"),
        during=doing(sailing, "sea_toll", _free_toll),
    ),
    HexBreak(
        "fleets are never lost",
        ("fleet-basic.losses", "coastal-air.losses"),
        during=doing(sailing, "sea_toll", _spared_fleet),
    ),
    HexBreak(
        "whoever intercepts wins", ("fleet-basic.winner",), during=doing(landing, "settle_duel", _attacker_wins)
    ),
    HexBreak(
        "nobody is expended",
        ("fleet-basic.loser-returns", "fleet-basic.winner"),
        during=doing(landing, "settle_duel", _nobody_wins),
    ),
    HexBreak(
        "armies go home with their escort",
        ("fleet-basic.army-continues",),
        during=doing(landing, "settle_duel", _beaten_go_home),
    ),
    HexBreak(
        "fleets do not support",
        ("fleet-basic.support-fire", "invasion.steps"),
        during=doing(landing, "_supporting", _quick_landing),
    ),
    HexBreak(
        "fleets alone slip through",
        ("fleet-basic.separate-support",),
        during=doing(landing, "afloat", _armies_only),
    ),
    # coastal air
    HexBreak(
        "no coastal air",
        ("coastal-air.when", "coastal-air.garrisoned-hexes", "coastal-air.one-army", "invasion.attacker-order"),
        during=doing(landing, "air_at_target", _no),
    ),
    HexBreak(
        "coastal air everywhere",
        ("coastal-air.when", "invasion.attacker-order", "invasion.example-avalanche"),
        during=doing(landing, "air_at_target", _yes),
    ),
    HexBreak(
        "friends across water do not help",
        ("coastal-air.when",),
        during=doing(landing, "air_at_target", _land_lines),
    ),
    HexBreak(
        "coastal air needs an army",
        ("coastal-air.garrisoned-hexes",),
        during=doing(sailing, "armed", _only_with_armies),
    ),
    HexBreak(
        "coastal air of seven", ("coastal-air.strength", "coastal-air.fleet-fires-first"), tables(coastal_air=7)
    ),
    HexBreak("boxes have no more of it", ("coastal-air.off-map",), tables(box_air={})),
    HexBreak(
        "nobody fires at those who pass", ("coastal-air.passing-fleets",), during=doing(landing, "passing", _none)
    ),
    HexBreak(
        "fleets do not fire at coastal air",
        ("coastal-air.fleet-fires-first",),
        during=doing(landing, "air_fire", _air_first),
    ),
)
