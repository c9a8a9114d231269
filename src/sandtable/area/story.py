"""Telling a game: every event as a sentence, every phase as a paragraph.

:func:`tell` puts one event into words. A :class:`Narrator` takes many and combines similar ones into one sentence
(five infantry that went the same way are one march). :func:`story` tells a whole record.
"""

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.area import events as ev
from sandtable.area.actions import AreaAction, Side
from sandtable.area.changes import AreaChange, SetOwner, SetTechs, SetTreasury, SetTurn, SetUnits
from sandtable.area.family import AreaGame
from sandtable.area.forces import EMPTY, Piece, Power, Stack, merge, size, stack
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.part import PartEvent
from sandtable.area.state import AreaState, Battle, Leave
from sandtable.area.wording import an, counts, force, listed, money, owner_of, sentence, the, times, unit_name
from sandtable.area.world import World
from sandtable.core.record import Record
from sandtable.core.wording import possessive


class Chapter(NamedTuple):
    """What happened in one phase of one power's turn."""

    round: int
    power: Power
    phase: str
    lines: tuple[str, ...]


def tell(world: World, state: AreaState, event: ev.AreaEvent) -> str | None:
    """One event as a sentence; ``state`` is the table before it. None if players wouldn't mention it."""
    narrator = Narrator(world)
    narrator.hear(state, event)
    lines = narrator.lines()
    return lines[0] if lines else None


def story(record: Record[AreaState, AreaAction, ev.AreaEvent], indent: str = "") -> Iterator[Chapter]:
    """A whole game, phase by phase; phases in which nothing happened have no lines.

    ``indent`` is put before the lines about the course of a battle.
    """
    game = record.game
    assert isinstance(game, AreaGame)
    world, state = game.world, record.at(0)
    power, phase = next(iter(state.turn.phases.items()))
    round_, narrator = state.round, Narrator(world)
    for entry in record.entries:
        for event in entry.events:
            if isinstance(event, ev.TurnBegan | ev.PhaseBegan):
                yield Chapter(round_, power, phase, tuple(narrator.lines(indent)))
                narrator = Narrator(world)
                power, phase = event.power, event.phase
                round_ = event.round if isinstance(event, ev.TurnBegan) else round_
            else:
                narrator.hear(state, event)
            state = game.evolve(state, event)
    yield Chapter(round_, power, phase, tuple(narrator.lines(indent)))


class _Line:
    """A sentence in the making: its events, and their units."""

    def __init__(self, state: AreaState, event: ev.AreaEvent) -> None:
        self.state = state
        self.event = event
        self.units: Stack = EMPTY


class Narrator:
    """Takes events and tells them, combining similar ones."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lines: dict[Hashable, _Line] = {}

    def hear(self, state: AreaState, event: ev.AreaEvent) -> None:
        """Add an event; ``state`` is the table before it."""
        key = _alike(event)
        if key is None:
            self._lines[len(self._lines)] = _Line(state, event)
            return
        line = self._lines.setdefault(key, _Line(state, event))
        line.event = event
        line.units = merge(line.units, _units_in(event))

    def lines(self, indent: str = "") -> list[str]:
        """What happened, in sentences; ``indent`` is put before those about the course of a battle."""
        told: list[str] = []
        for line in self._lines.values():
            text = _words(self._world, line.state, line.event, line.units)
            if text:
                told.append((indent if line.state.battle else "") + sentence(text))
        return told


def _alike(event: ev.AreaEvent) -> Hashable:
    """Events with the same key are combined into one sentence; None if an event stands alone."""
    match event:
        case ev.Moved():
            return "moved", event.piece.power, event.path
        case ev.Loaded():
            return "loaded", event.piece.power, event.transport.power, event.zone, event.territory
        case ev.Landed():
            return "landed", event.zone, event.territory, owner_of(event.units)
        case ev.Mobilized():
            return "mobilized", event.power, event.space
        case ev.LandedAboard():
            return "aboard", event.zone, event.piece.power, event.carrier.power
        case ev.Ordered():
            return "ordered", event.power
        case _:
            return None


def _units_in(event: ev.AreaEvent) -> Stack:
    match event:
        case ev.Moved():
            return ((event.piece, event.count),)
        case ev.Loaded() | ev.LandedAboard():
            return ((event.piece, 1),)
        case ev.Landed():
            return event.units
        case ev.Mobilized():
            return ((Piece(event.power, event.unit), event.count),)
        case _:
            return EMPTY


# words


def _words(world: World, state: AreaState, event: ev.AreaEvent, units: Stack) -> str | None:
    if isinstance(event, PartEvent):
        return event.tell(world, state)
    return (
        _of_the_turn(world, state, event, units)
        or _of_moves(world, state, event, units)
        or _of_battle(world, state, event)
        or _of_control(world, event)
        or _by_hand(world, event)
    )


def _by_hand(world: World, event: ev.AreaEvent) -> str | None:
    """Changes by hand."""
    return f"changed by hand: {_change(world, event.change)}" if isinstance(event, ev.Amended) else None


def _change(world: World, change: AreaChange) -> str:
    match change:
        case SetUnits():
            units = (
                counts(world, {change.unit: change.count})
                if change.count
                else f"no {unit_name(world, change.unit, 2)}"
            )
            return f"{_name(world, change.power)} has {units} in {change.space}"
        case SetOwner():
            return f"{_name(world, change.power) if change.power else 'nobody'} holds {change.space}"
        case SetTurn():
            return f"it is the turn of {_name(world, change.power)}, {world.game.phases[change.phase].name}"
        case SetTreasury():
            return f"{_name(world, change.power)} has {money(change.amount)}"
        case SetTechs():
            names = listed(world.tech_table[tech].name for tech in change.techs) or "nothing"
            return f"{_name(world, change.power)} has developed {names}"


def _name(world: World, power: Power) -> str:
    return the(world.name(power))


def _gone_under(world: World, units: Stack) -> str:
    """What units do that leave a battle: air units break off, fortifications are put out of action."""
    kinds = {world.type(piece).kind for piece, _ in units}
    if kinds == {"air"}:
        return _verb(units, "breaks off", "break off")
    if kinds == {"facility"}:
        return _verb(units, "is out of action", "are out of action")
    return _verb(units, "submerges")


def _verb(units: Stack, one: str, many: str = "") -> str:
    return one if size(units) == 1 else many or one.removesuffix("s")


def _of_the_turn(world: World, state: AreaState, event: ev.AreaEvent, units: Stack) -> str | None:
    match event:
        case ev.TurnBegan():
            return f"round {event.round}: {_name(world, event.power)} begins its turn"
        case ev.PhaseBegan() if not event.phase:
            return f"{_name(world, event.power)} ends its turn"
        case ev.PhaseBegan():
            return f"{_name(world, event.power)}: {world.game.phases[event.phase].name}"
        case ev.Ordered():
            if not event.units:
                return f"{_name(world, event.power)} buys nothing"
            price, order = money(event.cost), counts(world, event.units)
            return f"{_name(world, event.power)} buys {order} for {price}"
        case ev.Forfeited():
            them = "it" if sum(event.units.values()) == 1 else "them"
            return f"{_name(world, event.power)} has no place for {counts(world, event.units)} and loses {them}"
        case ev.Mobilized():
            return f"{_name(world, event.power)} places {force(world, units, event.power)} in {event.space}"
        case ev.Refunded():
            back = counts(world, event.units)
            return f"{_name(world, event.power)} has no room for {back} and gets {money(event.amount)} back"
        case ev.IncomeCollected():
            has = state.treasury[event.power] + event.amount - event.destroyed
            lost = f", loses {event.destroyed} of its savings" if event.destroyed else ""
            return f"{_name(world, event.power)} collects {money(event.amount)}{lost} and has {has}"
        case ev.RoomSet():
            lends = "lends its carriers and transports to" if event.allowed else "stops lending its ships to"
            return f"{_name(world, event.owner)} {lends} {_name(world, event.partner)}"
        case ev.Conceded():
            return f"{_player(world, event.player)} concedes the game"
        case ev.Won():
            best = listed(_name(world, power) for power in event.individual)
            first = f"; {best} {'has' if len(event.individual) == 1 else 'have'} grown most" if best else ""
            return f"{the_side(world, event.side)} have won the war ({world.game.prefix}.{event.why}){first}"
        case _:
            return None


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def the_side(world: World, side: str) -> str:
    """A side as used in a sentence: ``the Axis powers``, ``the Allies``."""
    name = world.game.sides.get(side, side)
    return f"the {name}" if name.endswith("s") and name != "Axis" else f"the {name} powers"


def _player(world: World, player: str) -> str:
    return _name(world, player) if player in world.powers else player


def _of_moves(world: World, state: AreaState, event: ev.AreaEvent, units: Stack) -> str | None:
    match event:
        case ev.Moved():
            return _move(world, event, units)
        case ev.TookOff():
            ship = f"{world.powers[event.carrier.power].adjective} {unit_name(world, event.carrier.unit)}"
            return f"1 {unit_name(world, event.piece.unit)} takes off from the {ship} in {event.space}"
        case ev.Loaded():
            ships = "a transport"
            if event.transport.power != event.piece.power:
                ships = f"{an(world.powers[event.transport.power].adjective)} transport"
            who = force(world, units, event.piece.power)
            return f"{who} {_verb(units, 'boards')} {ships} in {event.zone} from {event.territory}"
        case ev.Landed():
            who = force(world, units, owner_of(units))
            return f"{who} {_verb(units, 'lands')} in {event.territory} from {event.zone}"
        case ev.Announced():
            if (event.zone, event.territory) in state.turn.assaults:
                return None
            who = _name(world, event.power)
            return f"{who} announces an amphibious assault on {event.territory} from {event.zone}"
        case ev.CalledOff():
            if any(troops_waiting(state, power, event.zone, event.territory) for power in state.turn.phases):
                return f"the troops in {event.zone} stay aboard and don't land in {event.territory}"
            return f"the landing in {event.territory} from {event.zone} is called off: its troops are lost"
        case ev.Engaged():
            does = "attacks" if event.fight else "ignores"
            return f"{_name(world, event.power)} {does} the submarines and transports in {event.space}"
        case ev.LandedAboard():
            ship = unit_name(world, event.carrier.unit)
            if event.carrier.power != event.piece.power:
                ship = f"{world.powers[event.carrier.power].adjective} {ship}"
            return (
                f"{force(world, units, event.piece.power)} {_verb(units, 'lands')} on the {ship} in {event.zone}"
            )
        case ev.Relanded():
            where = f"aboard a carrier in {event.to}" if event.carrier else f"in {event.to}"
            adjective = world.powers[event.power].adjective
            return f"the stranded {adjective} {unit_name(world, event.unit)} lands {where}"
        case ev.AirLost():
            who, lost = force(world, event.units), "is lost" if size(event.units) == 1 else "are lost"
            finds = _verb(event.units, "finds")
            return f"{who} in {event.space} {finds} no place to land and {lost}"
        case _:
            return None


def _move(world: World, event: ev.Moved, units: Stack) -> str:
    who = force(world, units, event.piece.power)
    start, *between, end = event.path if len(event.path) > 1 else (*event.path, event.path[0])
    if start == end and not between:
        return f"{who} {_verb(units, 'attacks')} in {end}"
    kinds = {world.units[piece.unit].kind for piece, _ in units}
    if event.after.raiding:
        purpose = "sweep" if event.after.mission == "sweep" else "bomb"
        return f"{who} {_verb(units, 'flies', 'fly')} from {start} to {purpose} {end}"
    if kinds == {"air"}:  # the route of air units is of no interest
        return f"{who} {_verb(units, 'flies', 'fly')} from {start} to {end}"
    via = f" through {listed(between)}" if between else ""
    return f"{who} {_verb(units, 'sails' if kinds == {'sea'} else 'moves')} from {start}{via} to {end}"


def _of_control(world: World, event: ev.AreaEvent) -> str | None:
    match event:
        case ev.PrizesTaken():
            return f"{_name(world, event.to)} takes over {force(world, event.units, owner_of(event.units))} there"
        case ev.ControlChanged():
            to, frm = _name(world, event.to), _name(world, event.frm)
            land = world.board.territories[event.space]
            worth = f" ({land.value})" if land.value else ""
            prize = f", and with it {land.city}" if land.city else ""
            match event.how:
                case "blitz":
                    return f"{to} takes {event.space}{worth} from {frm} by blitz"
                case "liberation":
                    return f"{event.space}{worth} is liberated from {frm} and returns to {to}{prize}"
                case "joined":
                    return f"{event.space}{worth} gives up its neutrality and joins {to}"
                case "occupied":
                    return f"{to} occupies {event.space}{worth}"
                case "passed":
                    return f"{event.space}{worth} passes to {to}"
                case "reverted":
                    return f"{frm} hands {event.space}{worth} back to {to}"
                case _:
                    return f"{to} takes {event.space}{worth} from {frm}{prize}"
        case ev.RelationChanged():
            if event.now == "war" and event.by:
                other = next(power for power in event.powers if power != event.by)
                how = " after a provocation" if event.provoked else ""
                return f"{_name(world, event.by)} declares war on {_name(world, other)}{how}"
            names = listed(_name(world, power) for power in event.powers)
            now = {"partners": "partners", "war": "at war", "peace": "at peace"}[event.now]
            return f"{names} are now {now}"
        case ev.TreasurySeized():
            whose = world.powers[event.frm].adjective
            return f"{_name(world, event.to)} seizes the {whose} treasury: {money(event.amount)}"
        case ev.SitesSet():
            if len(event.sites) < 2:
                return None
            return f"battles in {listed(site.space for site in event.sites)}"
        case ev.SiteClosed():
            return f"the landing from {event.space} is blocked" if event.landing == "blocked" else None
        case _:
            return None


def _of_battle(world: World, state: AreaState, event: ev.AreaEvent) -> str | None:
    match event:
        case ev.BattleBegan():
            return _battle_began(world, event.battle)
        case ev.RoundBegan():
            return f"battle round {event.round}" if event.round > 1 else None
        case ev.Rolled():
            return _volley(world, event)
        case ev.Proposed():
            named = event.proposal
            return f"{_name(world, named.seat)} would {_losses(world, named.damaged, named.destroyed, 'lose')}"
        case ev.LossesTaken():
            everybody = merge(event.damaged, event.destroyed)
            power = owner_of(everybody)
            who = _name(world, power) if power else f"the {_SIDES[event.side]}"
            verb = "loses" if power else "lose"
            return f"{who} {_losses(world, event.damaged, event.destroyed, verb, power)}" if everybody else None
        case ev.Submerged():
            if not event.units:
                return None
            who = f"{size(event.units)} {world.powers[event.power].adjective} "
            kinds = {piece.unit for piece, _ in event.units}
            who += listed(unit_name(world, kind, size(event.units)) for kind in sorted(kinds))
            return f"{who} {_gone_under(world, event.units)}"
        case ev.Withdrew():
            if not event.units:
                return None
            who = force(world, event.units, "")
            return f"{who} {_verb(event.units, 'withdraws')} to {event.to}"
        case ev.Aimed() | ev.AimedFired() | ev.Searched() | ev.GunsFired():
            return _of_aimed_shots(world, event)
        case ev.LeaveNamed():
            return f"{_name(world, event.leave.power)} {_leaving(world, event.leave, would=True)}"
        case ev.PulledBack():
            return _pulled_back(world, event)
        case ev.Retreated():
            return _retreat(world, event)
        case ev.Defenseless():
            fate = "is" if size(event.units) == 1 else "are"
            return f"{force(world, event.units)} {fate} destroyed without a fight"
        case ev.BattleEnded():
            return _battle_ended(world, state, event)
        case ev.WereStranded():
            who = (
                f"{event.count} {world.powers[event.power].adjective} {unit_name(world, event.unit, event.count)}"
            )
            return f"{who} over {event.space} {'has' if event.count == 1 else 'have'} no carrier to land on"
        case _:
            return None


_SIDES: dict[Side, str] = {"attack": "attackers", "defend": "defenders"}


def _battle_began(world: World, battle: Battle) -> str:
    mine, theirs = battle.attack.units, battle.defend.units
    if battle.sequence == "raid":
        who = force(world, mine, battle.attacker)
        return f"{_name(world, battle.attacker)} raids the factory in {battle.space} with {who}"
    by_sea = " from the sea" if battle.amphibious else ""
    who = force(world, mine, battle.attacker)
    whose = owner_of(theirs)
    foe = f"{possessive(_name(world, whose))} " if whose else ""
    against = f"{foe}{force(world, theirs, whose)}"
    return f"{_name(world, battle.attacker)} attacks {battle.space}{by_sea}: {who} against {against}"


def _of_aimed_shots(world: World, event: ev.Aimed | ev.AimedFired | ev.Searched | ev.GunsFired) -> str:
    match event:
        case ev.Aimed():
            aims = [f"{force(world, shots.by)} at {_one(world, shots.at)}" for shots in event.shots]
            return f"the {_SIDES[event.side]} aim {listed(aims)}"
        case ev.AimedFired():
            rolls = [f"{_faces(roll)} at {_one(world, roll.at)}" for roll in event.rolls]
            hits = sum(roll.hits for roll in event.rolls)
            scored = times(hits, "hit") if hits else "no hits"
            return f"{_SIDES[event.side]} fire aimed shots, {listed(rolls)}: {scored}"
        case ev.Searched():
            rolls = [f"{_faces(roll)} for {_one(world, roll.at)}" for roll in event.rolls]
            found = listed(_one(world, piece) for piece in event.found) or "nothing"
            return f"the guns in {event.space} search, {listed(rolls)}, and find {found}"
        case ev.GunsFired():
            rolls = [f"{_faces(roll)} at {_one(world, roll.at)}" for roll in event.rolls]
            parts = []
            if event.destroyed:
                parts.append(f"{force(world, event.destroyed)} {_verb(event.destroyed, 'falls')}")
            if event.driven_off:
                parts.append(f"{force(world, event.driven_off)} {_verb(event.driven_off, 'turns')} back")
            return f"the guns in {event.space} fire {listed(rolls)}: {listed(parts) or 'no effect'}"


def _faces(roll: ev.AimedRoll) -> str:
    return " ".join(str(face) for fire in roll.fire for face in fire.dice)


def _one(world: World, piece: Piece) -> str:
    return force(world, ((Piece(piece.power, piece.unit), 1),))


def _leaving(world: World, leave: Leave, would: bool) -> str:
    """Which units go where, in words: ``withdraws 2 infantry to Ukraine``."""
    pull, let, stay = ("would withdraw", "would let", "would stay") if would else ("withdraws", "lets", "stays")
    parts = [
        f"{pull} {force(world, party.units, leave.power)}{f' to {party.to}' if party.to else ''}"
        for party in leave.parties
    ]
    if leave.below:
        parts.append(f"{let} {force(world, leave.below, leave.power)} submerge")
    return listed(parts) or stay


def _pulled_back(world: World, event: ev.PulledBack) -> str | None:
    leave = event.leave
    homeless = merge(*(party.units for party in leave.parties if event.side == "defend" and not party.to))
    kept = replace(leave, parties=tuple(p for p in leave.parties if event.side == "attack" or p.to))
    parts = []
    if kept.parties or kept.below:
        parts.append(f"{_name(world, leave.power)} {_leaving(world, kept, would=False)}")
    if homeless:
        parts.append(f"{force(world, homeless)} {_verb(homeless, 'finds')} no place to land yet")
    return "; ".join(parts) or None


def _volley(world: World, event: ev.Rolled) -> str:
    """A roll of the dice in words."""
    if any(fire.units for fire in event.fire):
        rolled = _low_luck(world, event)
    else:
        rolled = "roll " + ", ".join(_fire(world, fire) for fire in event.fire)
    scored = sum(fire.hits for fire in event.fire)
    wasted = scored - event.absorbed - sum(hits.count for hits in (*event.hits, *event.picked))
    without = f", {wasted} without a target" if wasted else ""
    without += f", {event.absorbed} taken by the fortification" if event.absorbed else ""
    return f"{_SIDES[event.side]} {rolled}: {times(scored, 'hit') if scored else 'no hits'}{without}"


def _fire(world: World, fire: ev.Fire) -> str:
    dice = _dice(fire.dice)
    on = "1" if fire.value == 1 else f"{fire.value} or less"
    return f"{dice} ({unit_name(world, fire.unit, len(fire.dice))}, hit on {on})"


def _low_luck(world: World, event: ev.Rolled) -> str:
    points = sum(fire.value * fire.units for fire in event.fire)
    who = ", ".join(
        f"{fire.units} {unit_name(world, fire.unit, fire.units)} at {fire.value}" for fire in event.fire
    )
    dice = [face for fire in event.fire for face in fire.dice]
    rolled = f" and roll {' '.join(map(str, dice))}" if dice else ""
    return f"have {points} points ({who}){rolled}"


def _losses(world: World, damaged: Stack, destroyed: Stack, verb: str, power: Power = "") -> str:
    parts = []
    if destroyed:
        parts.append(f"{verb} {force(world, destroyed, power)}")
    if damaged:
        hurt = "take" if verb == "lose" else "takes"
        whole = stack((Piece(p.power, p.unit), n) for p, n in damaged)
        parts.append(f"{hurt} damage to {force(world, whole, power)}")
    return listed(parts)


def _retreat(world: World, event: ev.Retreated) -> str:
    power = owner_of(merge(event.units, event.air))
    who = force(world, merge(event.units, event.air), power)
    if not event.units:
        return f"{who} {_verb(event.air, 'retreats')} from {event.space}"
    if event.air:
        return (
            f"the attackers retreat: {force(world, event.units, power)} to {event.to}, "
            f"{force(world, event.air, power)} over {event.space}"
        )
    return f"{who} {_verb(event.units, 'retreats')} from {event.space} to {event.to}"


def _battle_ended(world: World, state: AreaState, event: ev.BattleEnded) -> str | None:
    if state.battle is not None and state.battle.sequence == "raid":
        return None
    attacker = state.battle.attacker if state.battle else owner_of(event.attackers)
    left = force(world, event.attackers, attacker)
    held = force(world, event.defenders, owner_of(event.defenders))
    match event.outcome:
        case "attacker":
            return f"{_name(world, attacker)} wins the battle of {event.space} with {left} left"
        case "defender":
            return f"the defenders hold {event.space} with {held} left"
        case "broken-off":
            return f"the attackers retreat; {held} {_verb(event.defenders, 'holds')} {event.space}"
        case "stalemate":
            return f"the battle of {event.space} ends in a stalemate"
        case _ if event.attackers or event.defenders:
            return f"the battle of {event.space} is over"
        case _:
            return f"nobody survives in {event.space}"
