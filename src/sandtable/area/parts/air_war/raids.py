"""Raids: bombers attack facilities, escorts strafe air units on the ground, and fighters alone sweep air bases.

Raids are resolved one territory at a time: choose which escorts strafe, assign bombers to targets, antiaircraft
guns fire, and then all remaining raiders roll together.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area import claims
from sandtable.area.actions import Action, Casualties, Raid
from sandtable.area.claims import Claim
from sandtable.area.events import SiteClosed
from sandtable.area.forces import RISEN, Piece, Power, Stack, first, size, where
from sandtable.area.guns import guns_at, shots_at
from sandtable.area.parts.air_war.actions import Strafe, Strike, Target
from sandtable.area.parts.air_war.combat import flies
from sandtable.area.parts.air_war.events import (
    BombLoad,
    ClaimMade,
    FlakFired,
    Picked,
    RaidersSent,
    RaidLosses,
    RaidOver,
    RaidRolled,
    RaidSet,
)
from sandtable.area.parts.air_war.memory import SKY, Raiding
from sandtable.area.parts.air_war.settings import Raids
from sandtable.area.state import AreaState, Site
from sandtable.area.status import active, hostile_land, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.wording import unit_name
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

STRAFES = "strafe"
"""Decision kind: how many escorts strafe."""
TARGETS = "target"
"""Decision kind: which facility bombers attack."""
STRIKES = "strike"
"""Decision kind: whether a bomber destroys an air unit on the ground instead."""
LOSES = "raid-losses"
"""Decision kind: which air units are lost over a raided territory."""

ANTIAIRCRAFT = "antiaircraft"
"""The kind of hit that air units take."""
HOME, STRAFE = "home", "strafe"
UNTOLD = ("", "sweep")
"""The missions of raiders without a task."""


# sending raiders


def check_target(
    raids: Raids, world: World, state: AreaState, power: Power, unit: UnitType, mission: str, there: str
) -> Refusal | None:
    """The rule against sending an air unit on a raid or a sweep over a territory."""
    name = next(name for name in world.units if world.units[name].name == unit.name)
    if not hostile_land(world, state.control, power, there):
        return world.refuse("raid.enemy-only", f"{there} isn't held by an enemy.")
    below = {piece.unit for piece, _ in state.at(there)}
    if mission == "sweep":
        if name not in raids.fighters:
            return world.refuse("raid.sweep", f"{capital(unit.plural)} can't fly a sweep.")
        if raids.sweeps not in below:
            return world.refuse("raid.sweep", f"There's no {unit_name(world, raids.sweeps)} in {there} to sweep.")
        return None
    if mission in world.parts.missions and mission not in UNTOLD:
        return None  # belongs to another part
    if mission:
        return world.refuse(
            "raid.strategic-targets", "Bombers raid, and fighters sweep. Those are the only missions."
        )
    bomber = raids.bombers.get(name)
    if bomber is None and name not in raids.fighters:
        return world.refuse("raid.strategic-targets", f"{capital(unit.plural)} can't raid.")
    if bomber is None:
        at = {target for one in raids.bombers.values() for target in one.at}
        if at & below:
            return None
        return world.refuse("raid.escorts", f"There's nothing in {there} to raid.")
    if below.intersection(bomber.at):
        return None
    return world.refuse_by(bomber.refused, f"There's nothing in {there} that {unit.plural} can raid.")


def check_escorts(raids: Raids, world: World, state: AreaState, power: Power, order: Raid) -> Refusal | None:
    """Fighters join a raid only with bombers; without bombers they sweep."""
    if order.mission or not order.path or any(pick.unit in raids.bombers for pick in order.units):
        return None
    if any(p.raiding and p.unit in raids.bombers for p, _ in own_at(state, power, order.path[-1])):
        return None
    return world.refuse("raid.escorts", f"No bombers raid {order.path[-1]}. Send fighters on a sweep instead.")


# over the target


def raiders(state: AreaState, space: str) -> Stack:
    """The raiders over a territory that are still in the raid."""
    mine = own_at(state, active(state)[0], space)
    return where(mine, lambda p: p.raiding and not p.submerged)


def grounded(world: World, state: AreaState, space: str) -> Stack:
    """Enemy air units on the ground: those that didn't intercept."""
    foes = world.enemies[active(state)[0]]
    return where(state.at(space), lambda p: p.power in foes and flies(world, p) and p.mission != RISEN)


def targets(raids: Raids, state: AreaState, space: str, unit: str) -> tuple[str, ...]:
    """The facilities in a territory that a bomber can attack."""
    bomber = raids.bombers.get(unit)
    below = {piece.unit for piece, _ in state.at(space)}
    return tuple(one for one in bomber.at if one in below) if bomber else ()


def untold(state: AreaState, space: str, units: tuple[str, ...]) -> Stack:
    """Raiders of these types without a task."""
    return where(raiders(state, space), lambda p: p.mission in UNTOLD and p.unit in units)


def begin(raids: Raids, run: Unfolding, site: Site) -> None:
    """Resolve a raid up to the first question."""
    run.emit(RaidSet(raid=Raiding(site.space)))
    advance(raids, run)


def advance(raids: Raids, run: Unfolding) -> None:
    """Run the stages of a raid until somebody has a decision to make, or it is over."""
    while (raid := SKY.of(run.state).raid) is not None:
        pending = SKY.of(run.state).claims
        if pending:
            losses = claims.only(run.world, pending[0])
            if losses is None:
                return
            run.emit(RaidLosses(claims.spread(pending[0], losses)))
            continue
        match raid.stage:
            case "plan":
                if not _planned(raids, run, raid):
                    return
            case "flak":
                _fire(run, raid)
            case "bombs":
                _roll(raids, run, raid)
            case "picks":
                if raid.picks and grounded(run.world, run.state, raid.space):
                    return
                run.emit(RaidSet(raid=replace(raid, picks=(), stage="over", strafed=0)))
                _strafed(run, raid)
            case "over":
                damage = {unit: points for unit, points in raid.damage.items() if points}
                for part in run.world.parts.bombed if damage else ():
                    part.bombed(run, raid.space, damage)
                run.emit(RaidOver(space=raid.space))
                run.emit(SiteClosed(space=raid.space, raid=True))


def _planned(raids: Raids, run: Unfolding, raid: Raiding) -> bool:
    """Give tasks to raiders that have no choice. True if all have one."""
    world, space = run.world, raid.space
    escorts = untold(run.state, space, raids.fighters)
    bombers = any(p.unit in raids.bombers for p, _ in raiders(run.state, space))
    if escorts:
        below = grounded(world, run.state, space)
        if below and bombers:
            return False
        run.emit(RaidersSent(space=space, units=escorts, task=STRAFE if below else HOME))
    for unit in raids.bombers:
        waiting = untold(run.state, space, (unit,))
        if not waiting:
            continue
        at = targets(raids, run.state, space, unit)
        if len(at) > 1:
            return False
        run.emit(RaidersSent(space=space, units=waiting, task=at[0] if at else HOME))
    run.emit(RaidSet(raid=replace(raid, stage="flak")))
    return True


def _advancing(state: AreaState, space: str) -> Stack:
    """Raiders on their way to a target."""
    return where(raiders(state, space), lambda p: p.mission != HOME)


def _fire(run: Unfolding, raid: Raiding) -> None:
    world, power = run.world, active(run.state)[0]
    run.emit(RaidSet(raid=replace(raid, stage="bombs")))
    planes = _advancing(run.state, raid.space)
    values = shots_at(world, guns_at(world, run.state, power, raid.space), size(planes))
    if not values:
        return
    dice = run.dice.roll(len(values))
    hits = sum(die <= value for die, value in zip(dice, values, strict=True))
    claim = Claim(((raid.space, planes),), hits, ANTIAIRCRAFT, (power,)) if hits else None
    run.emit(FlakFired(raid.space, power, values, dice, claim))


def _roll(raids: Raids, run: Unfolding, raid: Raiding) -> None:
    """Roll for all raiders: each bomber does the damage of its best die plus its bonus."""
    world, space = run.world, raid.space
    loads: list[BombLoad] = []
    damage: dict[str, int] = {}
    picks: list[str] = []
    strafed = 0
    for piece, count in _advancing(run.state, space):
        if piece.mission == STRAFE:
            dice = run.dice.roll(count)
            loads.append(BombLoad(piece.unit, "", dice))
            strafed += sum(die <= raids.strafe for die in dice)
            continue
        loaded = [part for part in world.parts.delivers if part.delivers(run, piece.power, space, piece)]
        for part in loaded * (count - 1):
            part.delivers(run, piece.power, space, piece)
        if loaded:
            continue
        bomber, target = raids.bombers[piece.unit], piece.mission
        each = world.type(piece).best_of
        dice = run.dice.roll(count * each)
        best = [max(dice[i : i + each]) for i in range(0, len(dice), each)]
        loads.append(BombLoad(piece.unit, target, dice))
        damage[target] = damage.get(target, 0) + sum(best) + count * bomber.bonus
        picks += [target] * sum(die <= bomber.picks_on for die in best)
    if not loads:
        run.emit(RaidSet(raid=replace(raid, stage="over")))
        return
    run.emit(RaidRolled(space, active(run.state)[0], tuple(loads), damage, tuple(picks), strafed))


def _strafed(run: Unfolding, raid: Raiding) -> None:
    """Let owners choose which air units on the ground are lost to strafing."""
    below = grounded(run.world, run.state, raid.space)
    if raid.strafed and below:
        owners = claims.seats(run.world, run.state, below)
        referee = active(run.state)[0]
        run.emit(ClaimMade(Claim(((raid.space, below),), raid.strafed, ANTIAIRCRAFT, owners, referee)))


# questions


def asks(raids: Raids, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
    """The decisions due in the current raid."""
    raid, pending = SKY.of(state).raid, SKY.of(state).claims
    if raid is None:
        return ()
    space = raid.space
    if pending:
        prompt = f"Raid on {space}: {pending[0].hits} air units are hit. Which?"
        return tuple(Decision(seat, LOSES, space, prompt) for seat in pending[0].asked)
    if raid.stage == "plan" and untold(state, space, raids.fighters):
        return (Decision(power, STRAFES, space, f"How many escorts strafe planes on the ground in {space}?"),)
    if raid.stage == "plan":
        return (Decision(power, TARGETS, space, f"Which facility do your bombers attack in {space}?"),)
    if raid.stage == "picks":
        prompt = f"A bomber over {space} can destroy a plane on the ground instead of doing damage. Does it?"
        return (Decision(power, STRIKES, space, prompt),)
    return ()


def check(
    raids: Raids, world: World, state: AreaState, power: Power, seat: Power, action: Action
) -> Refusal | None:
    """Whether a raid decision is legal."""
    raid, pending = SKY.of(state).raid, SKY.of(state).claims
    if raid is None:
        return world.refuse("raid.step-order", "No raid is being resolved.")
    if pending:
        if not isinstance(action, Casualties):
            return world.refuse("raid.aaa-fire", "First choose which air units are lost.")
        return claims.check(world, pending[0], seat, action, "aaa.owner-chooses-loss")
    asked = asks(raids, world, state, power)
    kind = asked[0].kind if asked else ""
    if seat != power:
        return world.refuse("raid.choose-targets", f"{world.the(power)} decides now.")
    match action:
        case Strafe() if kind == STRAFES:
            escorts = size(untold(state, raid.space, raids.fighters))
            if 0 <= action.fighters <= escorts:
                return None
            return world.refuse("raid.strafe", f"{escorts} escorts have come through.")
        case Target() if kind == TARGETS:
            return _check_target(raids, world, state, raid, action)
        case Strike() if kind == STRIKES:
            return _check_strike(world, state, raid, action)
        case _:
            return world.refuse("raid.step-order", asked[0].prompt if asked else "There's nothing to decide now.")


def _check_target(raids: Raids, world: World, state: AreaState, raid: Raiding, action: Target) -> Refusal | None:
    waiting, name = size(untold(state, raid.space, (action.bomber,))), unit_name(world, action.bomber, 2)
    if not 1 <= action.count <= waiting:
        return world.refuse("raid.choose-targets", f"{waiting} {name} wait for a target over {raid.space}.")
    if action.facility in targets(raids, state, raid.space, action.bomber):
        return None
    bomber = raids.bombers.get(action.bomber)
    where_ = f"the {unit_name(world, action.facility)} in {raid.space}"
    if bomber is not None and action.facility not in bomber.at:
        return world.refuse_by(bomber.refused, f"{capital(name)} can't attack {where_}.")
    return world.refuse("raid.choose-targets", f"There is no {unit_name(world, action.facility)} in {raid.space}.")


def _check_strike(world: World, state: AreaState, raid: Raiding, action: Strike) -> Refusal | None:
    if not action.unit or _struck(world, state, raid, action):
        return None
    return world.refuse("raid.tactical-one", f"There's no such plane on the ground in {raid.space}.")


def _struck(world: World, state: AreaState, raid: Raiding, action: Strike) -> Stack:
    below = grounded(world, state, raid.space)
    return first(where(below, lambda p: p.unit == action.unit and action.owner in ("", p.power)), 1)


def offers(raids: Raids, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
    """The answers a seat can give now."""
    raid, pending = SKY.of(state).raid, SKY.of(state).claims
    if raid is None:
        return
    if pending:
        if seat in pending[0].asked:
            yield from claims.offers(world, pending[0])
        return
    asked = asks(raids, world, state, power)
    if not asked or seat != power:
        return
    match asked[0].kind:
        case "strafe":
            yield from (Strafe(n) for n in range(size(untold(state, raid.space, raids.fighters)), -1, -1))
        case "target":
            for unit in raids.bombers:
                count = size(untold(state, raid.space, (unit,)))
                for at in targets(raids, state, raid.space, unit) if count else ():
                    yield from (Target(unit, at, n) for n in dict.fromkeys((count, 1)))
        case "strike":
            below = grounded(world, state, raid.space)
            dear = sorted({(p.unit, p.power) for p, _ in below}, key=lambda one: -world.units[one[0]].cost)
            yield from (Strike(unit, owner) for unit, owner in dear)
            yield Strike()


def do(raids: Raids, run: Unfolding, seat: Power, action: Action) -> None:
    """Carry out a raid decision."""
    raid, pending = SKY.of(run.state).raid, SKY.of(run.state).claims
    assert raid is not None
    match action:
        case Casualties():
            settled = claims.answered(run.world, pending[0], seat, action)
            if settled.losses is None:
                run.emit(ClaimMade(settled.claim, first=False))
            else:
                run.emit(RaidLosses(claims.spread(settled.claim, settled.losses)))
        case Strafe():
            escorts = untold(run.state, raid.space, raids.fighters)
            _send(run, raid.space, first(escorts, action.fighters), STRAFE)
            _send(run, raid.space, untold(run.state, raid.space, raids.fighters), HOME)
        case Target():
            _send(
                run,
                raid.space,
                first(untold(run.state, raid.space, (action.bomber,)), action.count),
                action.facility,
            )
        case Strike():
            run.emit(Picked(raid.space, _struck(run.world, run.state, raid, action) if action.unit else ()))
    advance(raids, run)


def _send(run: Unfolding, space: str, units: Stack, task: str) -> None:
    if units:
        run.emit(RaidersSent(space=space, units=units, task=task))


def raiding(world: World, state: AreaState, team: tuple[Power, ...]) -> Iterator[Site]:
    """The territories a team is raiding."""

    def out(piece: Piece) -> bool:
        return piece.raiding and piece.power in team

    return (Site(space, raid=True) for space, pieces in state.stacks.items() if any(out(p) for p, _ in pieces))
