"""Ways to break the combat of ``hgw``, and which of its rules must notice: attacks, assaults, advances, winter."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes import events as ev
from sandtable.hexes import evolve, movement, status, weather
from sandtable.hexes.actions import Defend, Lose, Target
from sandtable.hexes.combat import (
    advancing,
    announcing,
    assaulting,
    defending,
    exploiting,
    fire,
    losses,
    retreating,
    sequence,
)
from sandtable.hexes.family import HexGame
from sandtable.hexes.phases import combat
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side, Toll
from sandtable.hexes.strength import NONE, Points
from sandtable.hexes.tables import Tables
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World
from sandtable.scenarios.hexes import expectations
from tests.mutation import hexes
from tests.mutation.breaks import doing, everywhere
from tests.mutation.hexes import HexBreak, facts, tables

During = Callable[[], AbstractContextManager[object]]

TOPICS = ("attack", "assault", "advance", "exploit", "winter")

SILENT = ("advance.retreat-impossible",)
"""Cited for an army that is lost, not for a refusal."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    return hexes.refusals(game, TOPICS, but=SILENT)


def evolving(kind: type, instead: Callable[[HexState, Any], HexState]) -> During:
    """Something else follows from events of a kind."""
    return lambda: patch.dict(evolve._STEPS, {kind: instead})


def _nobody(*args: object) -> tuple[()]:
    return ()


def _allowed(*args: object) -> None:
    return None


def _refused(*args: object) -> Refusal:
    return Refusal("hgw.seq.fixed-order", "Never.")


def _fight(state: HexState, **changes: Any) -> HexState:
    return state if state.combat is None else replace(state, combat=replace(state.combat, **changes))


# attacks

_check_done = combat._check_done
_check_target = announcing.check_target
_check_aim = announcing.check_aim
_check_defend = defending.check_defend
_check_advance = advancing.check_advance
_hit_hex = losses.hit_hex
_chance = advancing.chance
_refuges = retreating.refuges


def _must_attack(world: World, state: HexState, fight: Combat) -> Refusal | None:
    return _refused() if fight.step == "announce" and not fight.attacks else _check_done(world, state, fight)


def _captured_by_fire(run: Unfolding, place: Place, hits: int) -> bool:
    done = _hit_hex(run, place, hits)
    if not status.strength_of(run.state, place):
        name = next(attack.army for attack in run.combat.attacks if attack.target == place)
        advancing.enter(run, name, place)
    return done


def _one_army_a_target(world: World, state: HexState, fight: Combat, side: Side, action: Target) -> Refusal | None:
    if any(attack.target == action.target for attack in fight.attacks):
        return _refused()
    return _check_target(world, state, fight, side, action)


def _enemies_only(world: World, state: HexState, army: Army, target: Place) -> Refusal | None:
    return _refused() if status.friendly(state, army.side, target) else _check_aim(world, state, army, target)


def _all_must_fire(world: World, state: HexState, fight: Combat, side: Side, action: Defend) -> Refusal | None:
    armies, _ = defending.shooters(world, state, fight, side)
    return _check_defend(world, state, fight, side, action) or (
        _refused() if set(armies) - {*action.armies} else None
    )


def _by_the_alphabet(world: World, state: HexState, fight: Combat, side: Side, name: Name) -> Refusal | None:
    first = min((attack.army for attack in fight.attacks), default=name)
    return _check_advance(world, state, fight, side, name) or (_refused() if name != first else None)


def _strongest_alone(state: HexState, place: Place) -> int:
    return max((army.points.total for _, army in state.armies_at(place)), default=0) + state.fort_at(place)


def _lost_on_retreat(state: HexState, event: ev.Retreated) -> HexState:
    return evolve.without_army(state, event.army)


def _fired_by_retreat(state: HexState, event: ev.Retreated) -> HexState:
    after = evolve._retreated(state, event)
    return replace(after, fired=tuple(sorted({*after.fired, event.army})))


def _fires_again(state: HexState, event: ev.Fired) -> HexState:
    after = evolve._fired(state, event)
    old = state.combat.assaulted if state.combat is not None else ()
    return _fight(after, assaulted=old)


def _defends_again(state: HexState, event: ev.Fired) -> HexState:
    return replace(evolve._fired(state, event), fired=state.fired)


def _any_number(state: HexState, event: ev.Fired) -> HexState:
    return _fight(evolve._fired(state, event), spent={})


def _still_eligible(state: HexState, event: ev.AdvanceRolled) -> HexState:
    after = evolve._advance_rolled(state, event)
    fight = after.combat
    assert fight is not None
    return _fight(after, failed=(), eligible=tuple(sorted({*fight.eligible, event.army})))


# assaults


def _first_alone(state: HexState, armies: Any) -> Points:
    return next((state.armies[name].points for name in armies), NONE)


def _infantry_fires(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    return points.amphibious if by_sea else points.infantry


def _all_fire(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    return points.amphibious if by_sea else points.infantry + points.mechanized


def _five_fire(world: World, points: Points, target: Place, by_sea: bool = False) -> int:
    return min(5, fire.assault_strength(world, points, target, by_sea))


_inflict = losses.inflict


def _first_bears(run: Unfolding, due: Toll) -> bool:
    return _inflict(run, replace(due, armies=due.armies[:1]))


def _app_chooses(state: HexState, due: Toll) -> Lose:
    return next(iter(losses.legal_losses(state, due, None)))


def _excess_goes_on(run: Unfolding, place: Place, hits: int) -> bool:
    left = hits - max(1, status.strength_of(run.state, place))
    side = run.state.control[place]
    done = _hit_hex(run, place, hits)
    near = [one for one in run.world.near(place) if any(a.side == side for _, a in run.state.armies_at(one))]
    return _hit_hex(run, near[0], left) if near and left > 0 else done


def _emptied(state: HexState, name: Name, points: Points) -> HexState:
    army = state.armies[name]
    return replace(state, armies={**state.armies, name: replace(army, points=army.points - points)})


# advances


def _chance_of(change: Callable[[World, HexState, Army, Place], Army]) -> Callable[..., advancing.Chance]:
    def chance(world: World, state: HexState, army: Army, target: Place, *rest: Any) -> advancing.Chance:
        return _chance(world, state, change(world, state, army, target), target, *rest)

    return chance


def _together(world: World, state: HexState, army: Army, target: Place) -> Army:
    fight = state.combat
    names = [attack.army for attack in fight.attacks if attack.target == target] if fight is not None else []
    return replace(army, points=Points(mechanized=sum(state.armies[name].points.mechanized for name in names)))


def _everybody(world: World, state: HexState, army: Army, target: Place) -> Army:
    return replace(army, points=Points(mechanized=army.points.total))


def _two_at_least(world: World, state: HexState, army: Army, target: Place) -> Army:
    return replace(army, points=Points(mechanized=max(2, army.points.mechanized)))


def _untired(world: World, state: HexState, army: Army, target: Place, advanced: int, *rest: Any) -> Any:
    return _chance(world, state, army, target, 0, *rest)


def _tired_by_enemies(state: HexState, event: ev.Advanced) -> HexState:
    after = evolve._advanced(state, event)
    old = state.combat.advanced if state.combat is not None else {}
    return after if event.captured else _fight(after, advanced={**old, event.army: old.get(event.army, 0)})


def _infantry_stays(state: HexState, event: ev.Advanced) -> HexState:
    after = evolve._advanced(state, event)
    army = after.armies[event.army]
    tanks = army.points if not army.points.mechanized else Points(mechanized=army.points.mechanized)
    return replace(after, armies={**after.armies, event.army: replace(army, points=tanks)})


def _no_ships(state: HexState, place: Place) -> int:
    points = state.points_at(place)
    return points.infantry + points.mechanized + state.fort_at(place)


def _no_forts(state: HexState, place: Place) -> int:
    return state.points_at(place).total


def _as_unfriendly(world: World, state: HexState, side: Side, place: Place) -> int:
    return status.strength_of(state, place) or status.garrison(world, state, place)


def _less(self: advancing.Chance, die: int) -> bool:
    return max(1, die + self.modifier) < self.need


def _more(self: advancing.Chance, die: int) -> bool:
    return max(1, die + self.modifier) <= self.need + 1


def _reach(change: Callable[[int, int | None], tuple[int, int | None]]) -> Callable[..., int]:
    old = Tables.reach
    return lambda self, strength, defence: old(self, *change(strength, defence))


def _over_water(world: World, state: HexState, army: Army) -> list[Place]:
    return [near for near in world.near(army.at) if status.friendly(state, army.side, near)]


def _with_room(world: World, state: HexState, army: Army) -> list[Place]:
    room = world.tables.stack - army.points.total
    return [near for near in _refuges(world, state, army) if status.strength_of(state, near) <= room]


def _far_away(world: World, state: HexState, army: Army) -> list[Place]:
    anywhere = [place for place, side in state.control.items() if side == army.side]
    return _refuges(world, state, army) or anywhere[:1]


def _one_refuge(world: World, state: HexState, army: Army) -> list[Place]:
    return _refuges(world, state, army)[:1]


def _no_refuge(world: World, state: HexState, army: Army) -> list[Place]:
    return []


def _told(**changes: Any) -> During:
    return doing(advancing, "Advanced", lambda **told: ev.Advanced(**{**told, **changes}))


def _garrison(found: Callable[[World, HexState, Place], int]) -> During:
    return everywhere("garrison", found, status, losses, expectations)


def _never_bare(world: World, state: HexState, place: Place) -> int:
    return int(not status.strength_of(state, place) and world.garrisoned(place))


# exploitation


def _captors_only(state: HexState, event: ev.Advanced) -> HexState:
    after = evolve._advanced(state, event)
    old = state.combat.eligible if state.combat is not None else ()
    return after if event.captured else _fight(after, eligible=old)


def _ends_itself(state: HexState, event: ev.Advanced) -> HexState:
    after = evolve._advanced(state, event)
    step = state.combat.step if state.combat is not None else ""
    return _fight(after, eligible=()) if step == "exploitation" else after


def _comes_back(state: HexState, event: ev.Exploited) -> HexState:
    after = evolve._exploited(state, event)
    return _fight(after, eligible=state.combat.eligible if state.combat is not None else ())


# winter


def _winter(**changes: Any) -> Any:
    return facts(lambda world: {"winter": replace(world.facts.winter, **changes)})


def _cold_target(
    world: World, state: HexState, army: Army, target: Place, advanced: int, by_sea: bool = False
) -> advancing.Chance:
    odds = _chance(world, state, army, target, advanced, by_sea)
    here = weather.winter_modifier(world, state, army)
    there = weather.winter_modifier(world, state, replace(army, at=target))
    return replace(odds, modifier=odds.modifier - here + there)


def _always_cold(world: World, state: HexState, army: Army) -> bool:
    return army.side == world.facts.winter.side and world.country(army.at) in world.facts.winter.areas


def _counted_anyhow(state: HexState) -> int:
    return max(1, (state.turn + 1) // 3)


BREAKS = (
    # attacks
    HexBreak("somebody must attack", ("attack.voluntary",), during=doing(combat, "_check_done", _must_attack)),
    HexBreak("an assault captures", ("attack.two-kinds",), during=doing(assaulting, "hit_hex", _captured_by_fire)),
    HexBreak(
        "armies assault again and again",
        ("attack.one-assault", "assault.all-or-nothing"),
        during=evolving(ev.Fired, _fires_again),
    ),
    HexBreak(
        "a failed advance ends nothing",
        ("attack.many-advances", "advance.adjacent", "exploit.fail-loses-assault"),
        during=evolving(ev.AdvanceRolled, _still_eligible),
    ),
    HexBreak(
        "only the strongest army of a hex defends",
        ("attack.against-hex", "attack.retreat-reinforces"),
        during=doing(status, "strength_of", _strongest_alone),
    ),
    HexBreak("points enter enemy hexes", ("attack.against-hex",), during=doing(movement, "_check_way", _allowed)),
    HexBreak(
        "one army a target",
        ("attack.several-armies-one-target", "attack.attacker-orders", "assault.by-hex"),
        during=doing(combat, "check_target", _one_army_a_target),
    ),
    HexBreak(
        "nobody advances among friends",
        ("attack.friendly-target", "advance.friendly-column", "advance.friendly-no-damage", "exploit.who"),
        during=everywhere("check_aim", _enemies_only, announcing, exploiting),
    ),
    HexBreak(
        "defenders never fire",
        (
            "attack.defensive-assault-first",
            "attack.defensive-assault-voluntary",
            "assault.same-procedure",
            "assault.losses-defensive",
            "assault.example",
            "exploit.steps",
            "exploit.example-1944",
            "advance.example-smolensk",
        ),
        during=doing(sequence, "may_fire", _nobody),
    ),
    HexBreak(
        "all defenders must fire",
        ("attack.defensive-assault-voluntary",),
        during=doing(combat, "check_defend", _all_must_fire),
    ),
    HexBreak(
        "defenders fire again and again",
        ("attack.defensive-assault-voluntary",),
        during=evolving(ev.Fired, _defends_again),
    ),
    HexBreak(
        "armies advance in the order of the alphabet",
        ("attack.attacker-orders",),
        during=doing(combat, "check_advance", _by_the_alphabet),
    ),
    HexBreak(
        "whoever retreats is lost",
        (
            "attack.retreat-reinforces",
            "advance.displace",
            "advance.retreat-overstack",
            "advance.retreat-compulsory",
        ),
        during=evolving(ev.Retreated, _lost_on_retreat),
    ),
    HexBreak(
        "a retreat costs the defensive assault",
        ("attack.retreat-reinforces", "advance.retreat-compulsory"),
        during=evolving(ev.Retreated, _fired_by_retreat),
    ),
    # assaults
    HexBreak(
        "every shot hits more",
        ("assault.same-procedure", "assault.example", "exploit.example-1944", "advance.example-smolensk"),
        lambda w: tables(firepower=tuple(tuple(n + 1 for n in row) for row in w.tables.firepower))(w),
    ),
    HexBreak(
        "only one army of a hex fires", ("assault.by-hex",), during=doing(assaulting, "held_by", _first_alone)
    ),
    HexBreak(
        "tanks do not fire",
        ("assault.firing-strength", "assault.all-or-nothing"),
        during=doing(assaulting, "assault_strength", _infantry_fires),
    ),
    HexBreak(
        "tanks fire into mountains",
        ("assault.firing-strength",),
        during=doing(assaulting, "assault_strength", _all_fire),
    ),
    HexBreak(
        "forts do not fire",
        ("assault.firing-strength",),
        during=doing(defending, "defence_strength", lambda points, fort: points.infantry + points.mechanized),
    ),
    HexBreak(
        "armies keep points back",
        ("assault.all-or-nothing", "attack.defensive-assault-first"),
        during=doing(assaulting, "assault_strength", _five_fire),
    ),
    HexBreak("fourteen fire", ("assault.cap-ten",), during=doing(Tables, "most", 14)),
    HexBreak("a hex fires ten again and again", ("assault.cap-ten",), during=evolving(ev.Fired, _any_number)),
    HexBreak(
        "the first army bears all losses",
        ("assault.losses-defensive", "assault.example"),
        during=doing(defending, "inflict", _first_bears),
    ),
    HexBreak(
        "the app chooses losses",
        (
            "assault.owner-chooses-losses",
            "assault.losses-attack",
            "assault.losses-defensive",
            "assault.example",
            "advance.example-smolensk",
        ),
        during=doing(losses, "_forced", _app_chooses),
    ),
    HexBreak(
        "armies without points stay",
        ("assault.immediate-removal",),
        during=doing(evolve, "without_points", _emptied),
    ),
    HexBreak(
        "garrisons cannot be destroyed",
        ("assault.empty-hex", "advance.garrison-defence", "advance.infantry-only"),
        during=evolving(ev.GarrisonLost, lambda state, event: state),
    ),
    HexBreak(
        "what is too much falls on the next hex",
        ("assault.excess-ignored",),
        during=doing(assaulting, "hit_hex", _excess_goes_on),
    ),
    HexBreak(
        "an emptied hex has a garrison",
        ("assault.no-garrison-after-elimination", "assault.immediate-removal", "advance.effects"),
        during=doing(evolve, "_vacated", lambda state, place: state),
    ),
    # advances
    HexBreak(
        "armies advance together",
        ("advance.individually",),
        during=doing(advancing, "chance", _chance_of(_together)),
    ),
    HexBreak(
        "infantry drives along", ("advance.only-mech",), during=doing(advancing, "chance", _chance_of(_everybody))
    ),
    HexBreak(
        "infantry stays behind",
        ("advance.adjacent", "advance.effects"),
        during=evolving(ev.Advanced, _infantry_stays),
    ),
    HexBreak(
        "infantry takes defended hexes",
        ("advance.infantry-only",),
        during=doing(advancing, "chance", _chance_of(_two_at_least)),
    ),
    HexBreak("ships do not defend", ("advance.defence-total",), during=doing(status, "strength_of", _no_ships)),
    HexBreak("forts do not defend", ("advance.defence-total",), during=doing(status, "strength_of", _no_forts)),
    HexBreak(
        "the last die of the range fails",
        ("advance.roll", "advance.second-army-uses-friendly", "advance.example-smolensk", "exploit.example-1944"),
        during=doing(advancing.Chance, "succeeds", _less),
    ),
    HexBreak(
        "one more die succeeds",
        ("advance.roll", "advance.infantry-only", "advance.defence-cap", "advance.friendly-column"),
        during=doing(advancing.Chance, "succeeds", _more),
    ),
    HexBreak(
        "nobody can retreat",
        ("advance.displace", "advance.retreat-overstack", "advance.retreat-compulsory"),
        during=doing(retreating, "refuges", _no_refuge),
    ),
    HexBreak(
        "nobody chooses where to retreat",
        ("advance.displace",),
        during=doing(retreating, "refuges", _one_refuge),
    ),
    HexBreak(
        "armies retreat over water",
        ("advance.retreat-not-over-water",),
        during=doing(retreating, "refuges", _over_water),
    ),
    HexBreak(
        "retreats do not overstack",
        ("advance.retreat-overstack",),
        during=doing(retreating, "refuges", _with_room),
    ),
    HexBreak(
        "armies retreat anywhere", ("advance.retreat-impossible",), during=doing(retreating, "refuges", _far_away)
    ),
    HexBreak(
        "there are no garrisons",
        ("advance.garrison-defence", "advance.infantry-only", "assault.excess-ignored"),
        during=_garrison(lambda world, state, place: 0),
    ),
    HexBreak(
        "garrisons are back at once", ("assault.empty-hex", "advance.effects"), during=_garrison(_never_bare)
    ),
    HexBreak("captured production goes on", ("advance.effects",), during=_told(devastated=0)),
    HexBreak("friends devastate", ("advance.friendly-no-damage",), during=_told(devastated=1)),
    HexBreak(
        "an advance captures nothing",
        ("advance.effects", "advance.second-army-uses-friendly"),
        during=_told(captured=False),
    ),
    HexBreak(
        "a defence of thirteen is one of three",
        ("advance.defence-cap",),
        during=doing(Tables, "reach", _reach(lambda strength, defence: (strength, defence and defence % 10))),
    ),
    HexBreak(
        "an attack of thirteen is one of three",
        ("advance.attack-cap",),
        during=doing(
            Tables,
            "reach",
            _reach(lambda strength, defence: (strength if strength < 11 else strength % 10, defence)),
        ),
    ),
    HexBreak(
        "nobody tires",
        ("advance.fatigue", "exploit.continue", "exploit.example-1944"),
        during=doing(advancing, "chance", _untired),
    ),
    HexBreak("friendly hexes do not tire", ("advance.fatigue",), during=evolving(ev.Advanced, _tired_by_enemies)),
    HexBreak(
        "friendly hexes are like others",
        (
            "advance.friendly-column",
            "advance.second-army-uses-friendly",
            "attack.friendly-target",
            "attack.attacker-orders",
        ),
        during=doing(advancing, "defence", _as_unfriendly),
    ),
    # exploitation
    HexBreak("only captors exploit", ("exploit.who",), during=evolving(ev.Advanced, _captors_only)),
    HexBreak(
        "armies exploit once",
        ("exploit.continue", "exploit.example-1944"),
        during=evolving(ev.Advanced, _ends_itself),
    ),
    HexBreak("armies come back", ("exploit.one-army-at-a-time",), during=evolving(ev.Exploited, _comes_back)),
    HexBreak(
        "exploiting armies fire once in a game",
        ("attack.one-assault", "exploit.steps", "exploit.single-army-assault"),
        during=doing(sequence, "can_assault", lambda world, state, fight, attack: fight.step == "assault"),
    ),
    # winter
    HexBreak(
        "winters are mild",
        ("winter.modifier", "winter.scale", "winter.where", "winter.counting"),
        _winter(scale=(0,)),
    ),
    HexBreak("every winter is the first", ("winter.scale", "winter.counting"), _winter(scale=(4,))),
    HexBreak("the third winter is like the second", ("winter.scale",), _winter(scale=(4, 2, 2))),
    HexBreak("Poland is cold", ("winter.where", "winter.modifier"), _winter(areas=("Soviet Union", "Poland"))),
    HexBreak("Riga is cold", ("winter.where",), _winter(areas=("Soviet Union", "Baltic States"))),
    HexBreak("the Soviets freeze", ("winter.modifier",), _winter(side="soviet")),
    HexBreak("the target is cold", ("winter.where",), during=doing(advancing, "chance", _cold_target)),
    HexBreak("summer is cold", ("winter.modifier",), during=doing(weather, "out_in_the_cold", _always_cold)),
    HexBreak(
        "winters count from 1941", ("winter.counting",), during=doing(weather, "winter_number", _counted_anyhow)
    ),
    HexBreak("no winter is past in 1944", ("winter.counting",), _winter(past=0)),
)
