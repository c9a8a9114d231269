"""Partial retreats: some or all units of either side leave at the end of a round, voluntarily or not.

Each power decides for its own units. If they may leave, all powers of the side decide at the same time, and the
answers take effect together; if they must, units without a choice leave automatically.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.actions import AreaAction, PullBack, Side
from sandtable.area.battle.casualties import Broken, resolve
from sandtable.area.battle.decks import embarked, is_seaborne
from sandtable.area.battle.refuges import ALOFT, embattled, refuges, room_at, rule_for
from sandtable.area.battle.sequence import DrivenBack, PullingBack, Volley, Who, other
from sandtable.area.battle.values import abilities, how_many, strip_of
from sandtable.area.battle.volleys import sequence_of, shooters, step_of, targets
from sandtable.area.citations import Citation
from sandtable.area.events import LeaveNamed, PulledBack
from sandtable.area.forces import EMPTY, Piece, Power, Stack, first, merge, minus, size, stack, where
from sandtable.area.state import AreaState, Battle, Leave, Party
from sandtable.area.status import barred
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import an, times
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

Step = DrivenBack | PullingBack

ASKS = "pull-back"
"""The kind of decision: which units leave the battle."""


def own(battle: Battle, side: Side, power: Power) -> Stack:
    """A power's units in the battle."""
    return where(strip_of(battle, side).units, lambda p: p.power == power)


def _is_air(world: World, piece: Piece) -> bool:
    return world.type(piece).kind == "air"


# who must leave


def deadlock(world: World, battle: Battle) -> bool:
    """Whether neither side can hit the other any more."""
    return bool(battle.attack.units and battle.defend.units) and not any(
        _could_hit(world, battle, side) for side in ("attack", "defend")
    )


def _could_hit(world: World, battle: Battle, side: str) -> bool:
    """Whether any unit of a side could hit an enemy in the next round."""
    attack, defend = battle.attack, battle.defend
    after = replace(
        battle,
        round=battle.round + 1,
        attack=replace(attack, abilities=abilities(world, attack.units, defend.units), fired=EMPTY),
        defend=replace(defend, abilities=abilities(world, defend.units, attack.units), fired=EMPTY),
    )
    return any(
        targets(world, after, step.side, one.kind)
        for index, step in enumerate(sequence_of(world, battle).steps)
        if isinstance(step, Volley) and step.side == side and not step.support
        for one in shooters(world, after, index)
    )


def _everybody(world: World, battle: Battle, step: DrivenBack) -> bool:
    """Whether all units of the side must leave."""
    if step.deadlock and (battle.deadlock or deadlock(world, battle)):
        return True
    return (
        step.without is not None
        and not how_many(world, strip_of(battle, step.side).units, step.without)
        and how_many(world, strip_of(battle, other(step.side)).units, step.without) > 0
    )


def _without_deck(world: World, battle: Battle, side: Side, power: Power) -> int:
    """How many air units of a power have no room on ships of its side in the battle.

    Each power's own air units come first on its ships; remaining room goes to the others in turn order.
    """
    units = strip_of(battle, side).units
    flying = {p: size(where(own(battle, side, p), lambda q: _is_air(world, q))) for p in world.order}
    decks = {p: berths(world, own(battle, side, p)) for p in world.order}
    if not sum(flying.values()) or not units:
        return 0
    spare = sum(max(0, decks[p] - flying[p]) for p in world.order)
    for p in world.order:
        excess = max(0, flying[p] - decks[p])
        helped = min(spare, excess)
        spare -= helped
        if p == power:
            return excess - helped
    return 0


def berths(world: World, ships: Stack) -> int:
    """How many air units fit on carriers."""
    return sum(
        max(0, len(world.type(ship).berths) - len(ship.cargo)) * count
        for ship, count in ships
        if ship.unit in world.carriers
    )


def due(world: World, state: AreaState, battle: Battle, step: DrivenBack, power: Power) -> int:
    """How many units of a power must leave: all that can, or some of its air units."""
    mine = own(battle, step.side, power)
    if step.side == "attack" and not battle.defend.units and not battle.deadlock:  # won: they land later
        return 0
    if _everybody(world, battle, step):
        able = where(mine, lambda p: _is_air(world, p) or bool(options(world, state, battle, step, p)))
        return size(able)
    return _without_deck(world, battle, step.side, power) if step.decks else 0


def options(world: World, state: AreaState, battle: Battle, step: Step, piece: Piece) -> tuple[str, ...]:
    """A piece's options: the places it may go to, and the space itself if it may submerge."""
    below = step.below is not None and step.below.takes(world.type(piece))
    return (*refuges(world, state, battle, step, piece), *((battle.space,) if below else ()))


def _only_way(world: World, state: AreaState, battle: Battle, step: DrivenBack, power: Power) -> Leave | None:
    """What a power has to do, if it has no choice; defending air units without a refuge stay airborne for now."""
    number = due(world, state, battle, step, power)
    mine = own(battle, step.side, power)
    everybody = _everybody(world, battle, step)
    able = where(mine, lambda p: _is_air(world, p) or (everybody and bool(options(world, state, battle, step, p))))
    if size(able) > number and len(able) > 1:
        return None
    parties: dict[str, list[tuple[Piece, int]]] = {}
    below: list[tuple[Piece, int]] = []
    for piece, count in first(able, number):
        places = options(world, state, battle, step, piece)
        if len(places) > 1:
            return None
        if places == (battle.space,):
            below.append((piece, count))
        else:
            parties.setdefault(places[0] if places else ALOFT, []).append((piece, count))
    return Leave(power, tuple(Party(stack(units), to) for to, units in sorted(parties.items())), stack(below))


# who decides


def askers(world: World, state: AreaState, battle: Battle, step: Step) -> tuple[Power, ...]:
    """The powers that still have to decide what they pull back."""
    waiting = [p for p in world.order if p not in battle.answered and own(battle, step.side, p)]
    if isinstance(step, DrivenBack):
        return tuple(p for p in waiting if due(world, state, battle, step, p))
    if not battle.attack.units or (step.side == "defend" and not battle.defend.units):
        return ()
    return tuple(p for p in waiting if _has_choice(world, state, battle, step, p))


def _has_choice(world: World, state: AreaState, battle: Battle, step: PullingBack, power: Power) -> bool:
    mine = own(battle, step.side, power)
    if strip_of(battle, other(step.side)).units:
        return any(options(world, state, battle, step, piece) for piece, _ in mine)
    # The battle is won: air units are free anyway, and nothing needs to submerge.
    ground = where(mine, lambda p: not _is_air(world, p) and bool(refuges(world, state, battle, step, p)))
    return bool(ground) and size(where(mine, lambda p: not _is_air(world, p))) > _must_stay(
        world, battle, step, power
    )


def _must_stay(world: World, battle: Battle, step: PullingBack, power: Power) -> int:
    """How many units a power must leave behind to hold the space."""
    if step.hold is None or how_many(world, strip_of(battle, other(step.side)).units, step.hold):
        return 0
    return int(power == _taker(world, battle, step.side, step.hold))


def _taker(world: World, battle: Battle, side: Side, hold: Who) -> Power:
    """The power that would take the space: most units, then higher cost, then turn order."""

    def weight(power: Power) -> tuple[int, int, int]:
        units = where(own(battle, side, power), lambda p: hold.takes(world.type(p)))
        cost = sum(world.type(piece).cost * n for piece, n in units)
        return size(units), cost, -world.order.index(power)

    best = max(world.order, key=weight)
    return best if weight(best)[0] else ""


def begin(run: Unfolding, battle: Battle, step: Step) -> bool:
    """Pull back units that must leave and have no choice. True if somebody has to decide."""
    if isinstance(step, DrivenBack):
        locked = step.deadlock and deadlock(run.world, battle)
        for power in run.world.order:
            now = run.state.battle
            assert now is not None
            if due(run.world, run.state, now, step, power):
                leave = _only_way(run.world, run.state, now, step, power)
                if leave is not None:
                    _apply(run, step, leave, locked)
    after = run.state.battle
    assert after is not None
    return bool(askers(run.world, run.state, after, step))


def pending(world: World, state: AreaState, battle: Battle, step: Step) -> tuple[Decision, ...]:
    """The open decisions."""
    return tuple(
        Decision(seat, ASKS, battle.space, _prompt(world, state, battle, step, seat))
        for seat in askers(world, state, battle, step)
    )


def _prompt(world: World, state: AreaState, battle: Battle, step: Step, seat: Seat) -> str:
    if isinstance(step, DrivenBack):
        number = times(due(world, state, battle, step, seat), "unit")
        return f"{world.name(seat)}: {number} must leave {battle.space}. Where to?"
    return f"{world.name(seat)}: which units retreat from {battle.space}?"


# judging


def _meant(battle: Battle, step: Step, seat: Seat, action: PullBack) -> Leave | Broken:
    left = own(battle, step.side, seat)
    parties = []
    for party in action.parties:
        found = resolve(left, None, party.units)
        if isinstance(found, Broken):
            return found
        left = minus(left, found.destroyed)
        parties.append(Party(found.destroyed, party.to))
    down = resolve(left, None, action.below)
    return down if isinstance(down, Broken) else Leave(seat, tuple(parties), down.destroyed)


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: PullBack) -> Refusal | None:
    """None if a power may leave this way, otherwise the refusal."""
    step = step_of(world, battle)
    sea = world.board.is_sea(battle.space)
    if not isinstance(step, DrivenBack | PullingBack) or battle.victim:
        rule: Citation = (
            "sub.not-before-first-cycle" if sea and action.below else "landretreat.not-before-first-cycle"
        )
        return world.refuse(rule, "Units retreat at the end of a round.")
    asked = askers(world, state, battle, step)
    if seat not in asked:
        rule = "searetreat.order" if sea else "landretreat.order"
        names = " and ".join(world.name(power) for power in asked)
        return world.refuse(rule, f"{names} {'decides' if len(asked) == 1 else 'decide'} now.")
    leave = _meant(battle, step, seat, action)
    if isinstance(leave, Broken):
        return world.refuse("landretreat.partial", f"That retreat isn't possible: {leave.why}.")
    return (
        _misplaced(world, state, battle, step, leave)
        or _crowded(world, state, battle, step, leave)
        or _shirking(world, state, battle, step, leave)
    )


def _misplaced(world: World, state: AreaState, battle: Battle, step: Step, leave: Leave) -> Refusal | None:
    """The refusal for a unit that goes where it may not."""
    for party in leave.parties:
        for piece, _ in party.units:
            if party.to in refuges(world, state, battle, step, piece):
                continue
            if (
                step.side == "defend"
                and party.to in world.board.spaces
                and embattled(world, state, piece.power, party.to)
            ):
                sea = world.board.is_sea(battle.space)
                rule: Citation = "searetreat.unresolved-combat" if sea else "landretreat.unresolved-combat"
                return world.refuse(rule, f"{party.to} is under attack by more than planes.")
            shut = barred(world, state, piece.power, party.to, flying=_is_air(world, piece))
            if shut:
                return shut
            why = f"{capital(an(piece.unit))} can't retreat to {party.to or 'the air'}."
            return world.refuse(rule_for(world, battle, step.side, piece), why)
    for piece, _ in leave.below:
        if step.below is None or not step.below.takes(world.type(piece)):
            return world.refuse("sub.submerge", f"{capital(an(piece.unit))} can't submerge.")
    return None


def _crowded(world: World, state: AreaState, battle: Battle, step: Step, leave: Leave) -> Refusal | None:
    """The refusal for units that don't fit aboard, given the answers of others so far."""
    parties = [party for one in (*battle.leaving, leave) for party in one.parties]
    for zone in dict.fromkeys(p.to for p in parties if world.board.is_sea(p.to)):
        coming = merge(*(p.units for p in parties if p.to == zone))
        ships = where(coming, lambda p: world.type(p).kind == "sea")
        planes = where(coming, lambda p: _is_air(world, p))
        for piece, _ in planes:
            if room_at(world, state, zone, piece, ships) < size(planes):
                return world.refuse(
                    rule_for(world, battle, step.side, piece), f"There's no room for them in {zone}."
                )
        troops = where(coming, lambda p: is_seaborne(battle, p))
        if troops and isinstance(step, PullingBack):
            boarding = [Piece(p.power, step.aboard_as) for p, n in troops for _ in range(n)]
            if embarked(world, state.at(zone), boarding, battle.space)[1]:
                return world.refuse(
                    "amphib.retreat-needs-transport", f"The transports in {zone} have no room for them."
                )
    return None


def _shirking(world: World, state: AreaState, battle: Battle, step: Step, leave: Leave) -> Refusal | None:
    """The refusal for units that stay but must leave, or for leaving nothing to hold the space."""
    gone = merge(*(party.units for party in leave.parties), leave.below)
    if isinstance(step, DrivenBack):
        number = due(world, state, battle, step, leave.power)
        everybody = _everybody(world, battle, step)
        counted = gone if everybody else where(gone, lambda p: _is_air(world, p))
        stuck = size(
            where(
                own(battle, step.side, leave.power),
                lambda p: _is_air(world, p) and not options(world, state, battle, step, p),
            )
        )
        if size(counted) + stuck >= number and size(gone) <= number:
            return None
        rule: Citation = "landretreat.forced"
        if world.board.is_sea(battle.space):
            rule = "searetreat.stalemate" if everybody else "seacombat.excess-air-retreats"
        return world.refuse(rule, f"{times(number, 'unit')} must leave, not {size(gone)}.")
    keep = _must_stay(world, battle, step, leave.power)
    hold = step.hold
    if keep and hold is not None:
        mine = how_many(world, own(battle, step.side, leave.power), hold)
        if mine - how_many(world, gone, hold) < keep:
            return world.refuse(
                "landretreat.attacker-must-hold", f"At least one unit must stay to hold {battle.space}."
            )
    return None


def legal(world: World, state: AreaState, battle: Battle, step: Step, seat: Seat) -> tuple[AreaAction, ...]:
    """Some legal answers for a seat: nothing, everything each way, each unit type alone."""
    if seat not in askers(world, state, battle, step):
        return ()
    found = dict.fromkeys(_offers(world, state, battle, step, seat))
    return tuple(one for one in found if check(world, state, battle, seat, one) is None)


def _offers(world: World, state: AreaState, battle: Battle, step: Step, seat: Seat) -> Iterator[PullBack]:
    mine = own(battle, step.side, seat)
    yield PullBack()
    ways = {piece: options(world, state, battle, step, piece) for piece, _ in mine}
    for turn in range(max((len(way) for way in ways.values()), default=0)):
        for spare in (None, *ways):
            yield _by(
                battle, [(p, n - (p == spare), ways[p][min(turn, len(ways[p]) - 1)]) for p, n in mine if ways[p]]
            )
    for piece, count in mine:
        for to in ways[piece]:
            for n in range(1, count + 1):
                yield _by(battle, [(piece, n, to)])


def _by(battle: Battle, groups: list[tuple[Piece, int, str]]) -> PullBack:
    parties: dict[str, list[tuple[Piece, int]]] = {}
    for piece, count, to in groups:
        if count:
            parties.setdefault(to, []).append((piece, count))
    below = stack(parties.pop(battle.space, []))
    return PullBack(tuple(Party(stack(units), to) for to, units in parties.items()), below)


# carrying it out


def answer(run: Unfolding, battle: Battle, seat: Seat, action: PullBack) -> bool:
    """Carry out an answer, together with the others'. True if somebody still has to answer."""
    world = run.world
    step = step_of(world, battle)
    assert isinstance(step, DrivenBack | PullingBack)
    leave = _meant(battle, step, seat, action)
    assert isinstance(leave, Leave)
    if isinstance(step, DrivenBack):
        locked = step.deadlock and deadlock(world, battle)
        _apply(run, step, _with_homeless(world, run.state, battle, step, leave), locked)
        return begin(run, _now(run), step)
    if len(askers(world, run.state, battle, step)) > 1:
        run.emit(LeaveNamed(battle.space, leave))
        return True
    for one in (*battle.leaving, leave):
        _apply(run, step, one)
    return False


def _now(run: Unfolding) -> Battle:
    battle = run.state.battle
    assert battle is not None
    return battle


def _with_homeless(world: World, state: AreaState, battle: Battle, step: DrivenBack, leave: Leave) -> Leave:
    """An answer, plus the air units that must leave as well and can't land anywhere."""
    gone = merge(*(party.units for party in leave.parties), leave.below)
    missing = due(world, state, battle, step, leave.power) - size(gone)
    if step.side == "attack" or missing <= 0:
        return leave
    left = minus(own(battle, step.side, leave.power), gone)
    stuck = where(left, lambda p: _is_air(world, p) and not options(world, state, battle, step, p))
    return replace(leave, parties=(*leave.parties, Party(first(stuck, missing), ALOFT))) if stuck else leave


def _apply(run: Unfolding, step: Step, leave: Leave, locked: bool = False) -> None:
    aboard = step.aboard_as if isinstance(step, PullingBack) else ""
    run.emit(PulledBack(_now(run).space, step.side, leave, aboard, locked))
