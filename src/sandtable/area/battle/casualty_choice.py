"""Casualty choice: who chooses losses, what a choice means, and how it is carried out."""

from sandtable.area.actions import AreaAction, Casualties, Side
from sandtable.area.battle.casualties import Broken, Losses, Toll, resolve
from sandtable.area.battle.sequence import TakeLosses, Volley, other
from sandtable.area.battle.values import strip_of
from sandtable.area.battle.volleys import step_of
from sandtable.area.events import LossesDue, LossesTaken, Proposed
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.state import AreaState, Battle, Hits, Marked, Proposal
from sandtable.area.status import player_of
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal
from sandtable.core.wording import times

ASKS = "casualties"
"""The kind of decision: which units take the hits."""

NAMING: tuple[Side, Side] = ("defend", "attack")
"""Who chooses losses first if both sides have some."""


def now(run: Unfolding) -> Battle:
    """The current battle."""
    battle = run.state.battle
    assert battle is not None
    return battle


def toll_now(world: World, battle: Battle) -> Toll:
    """The hits to be taken now: first those that the other side assigns."""
    if battle.picked:
        side: Side = "attack" if battle.victim == "attack" else "defend"
        return picked_toll(
            world, strip_of(battle, side).units, battle.picked, strip_of(battle, other(side)).abilities
        )
    return _toll(world, battle, "attack" if battle.victim == "attack" else "defend", battle.hits)


def picked_toll(world: World, units: Stack, hits: tuple[Hits, ...], shooter_abilities: tuple[str, ...]) -> Toll:
    """Hits assigned by the side that scored them: to any unit they can hit, even one that is chosen last."""
    return Toll(world, units, hits, shooter_abilities, free=True)


def _toll(world: World, battle: Battle, side: Side, hits: tuple[Hits, ...]) -> Toll:
    return Toll(world, strip_of(battle, side).units, hits, strip_of(battle, other(side)).abilities)


# who chooses


def _victims(world: World, state: AreaState, battle: Battle) -> tuple[Seat, ...]:
    """One seat per player whose units were fired at: the player's first power with units in the battle.

    If a side has a leader, only the leader.
    """
    side: Side = "attack" if battle.victim == "attack" else "defend"
    led = strip_of(battle, side).leader
    if led:
        return (led,)
    if side == "attack":
        return (battle.attacker,)
    present = {piece.power for piece, _ in battle.defend.units}
    seats: dict[str, Seat] = {}
    for power in world.order:
        if power in present:
            seats.setdefault(player_of(state, power), power)
    return tuple(seats.values())


def choosing(world: World, state: AreaState, battle: Battle) -> tuple[Seat, ...]:
    """The seats that must choose losses now; the attacker's, if the defenders disagree."""
    if not battle.victim:
        return ()
    if battle.picked:
        return (_picker(world, battle),)
    victims = _victims(world, state, battle)
    spoken = {proposal.seat for proposal in battle.proposals}
    return tuple(seat for seat in victims if seat not in spoken) or (battle.attacker,)


def _picker(world: World, battle: Battle) -> Seat:
    """Who assigns hits for the side that scored them: the attacker, or the first defender that can pick."""
    if battle.victim == "defend":
        return battle.attacker
    strip = battle.defend
    able = {p.power for p, _ in (*strip.units, *strip.casualties) if world.type(p).picks_on}
    return next(power for power in world.order if power in able)


def pending(world: World, state: AreaState, battle: Battle) -> tuple[Decision, ...]:
    """The open decisions."""
    hits = toll_now(world, battle).total
    whose = "the attacker's" if battle.victim == "attack" else "the defender's"
    losses = f"{whose} casualties in {battle.space} ({times(hits, 'hit')})"
    return tuple(
        Decision(seat, ASKS, battle.space, f"{world.name(seat)}: choose {losses}.")
        for seat in choosing(world, state, battle)
    )


# judging


def _meant(toll: Toll, action: Casualties, picked: bool = False) -> Losses | Broken:
    if action.damaged is None and action.destroyed is None:
        return dearest(toll) if picked else toll.default()
    return resolve(toll.units, action.damaged, action.destroyed)


def dearest(toll: Toll) -> Losses:
    """The most expensive losses."""
    worths = {target.piece: target.worth for target in toll.targets}
    return max(toll.choices(), key=lambda losses: sum(worths[piece] * n for piece, n in losses.destroyed))


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: Casualties) -> Refusal | None:
    """None if a seat may take these losses, otherwise the refusal."""
    asked = choosing(world, state, battle)
    if seat not in asked:
        if any(proposal.seat == seat for proposal in battle.proposals):
            return world.refuse(
                "casualty.multinational-defense", f"{world.the(seat)} has already chosen casualties."
            )
        who = f"{world.the(asked[0])} chooses" if asked else "There are no casualties to choose"
        return world.refuse("casualty.owner-chooses", f"{who} now.")
    toll = toll_now(world, battle)
    losses = _meant(toll, action, bool(battle.picked))
    broken = losses if isinstance(losses, Broken) else toll.broken(losses)
    if broken and battle.at_sea and _names_land_unit(world, action):
        return world.refuse(
            "transport.cargo-passive", "Land units at sea are cargo. Only their transport can be hit."
        )
    return world.refuse(broken.rule, f"Choose other casualties: {broken.why}.") if broken else None


def _names_land_unit(world: World, action: Casualties) -> bool:
    """Whether a choice of losses names units that can only be cargo in a sea battle."""
    named = (*(action.damaged or ()), *(action.destroyed or ()))
    return any(piece.unit in world.units and world.type(piece).kind == "land" for piece, _ in named)


def legal(world: World, state: AreaState, battle: Battle, seat: Seat) -> tuple[AreaAction, ...]:
    """Every legal answer for a seat, up to two hundred."""
    if seat not in choosing(world, state, battle):
        return ()
    return tuple(Casualties(*losses) for losses in toll_now(world, battle).choices())


# carrying it out


def after_volley(run: Unfolding) -> bool:
    """Take the losses of the last volley, if there is only one way. True if somebody has to choose."""
    while now(run).victim:
        losses = toll_now(run.world, now(run)).only()
        if losses is None:
            return True
        _take(run, losses)
    return False


def answer(run: Unfolding, seat: Seat, action: Casualties) -> bool:
    """Carry out a choice. True if another one has to be made first."""
    world, battle = run.world, now(run)
    losses = _meant(toll_now(world, battle), action, bool(battle.picked))
    assert isinstance(losses, Losses)
    if battle.picked:
        _take(run, losses)
        return after_volley(run)
    if isinstance(step_of(world, battle), TakeLosses):
        run.emit(Proposed(battle.space, Proposal(seat, *losses)))
        return _name_losses(run)
    if len(_victims(world, run.state, battle)) > 1 and seat != battle.attacker:
        run.emit(Proposed(battle.space, Proposal(seat, *losses)))
        if not _agreed(world, run.state):
            return True
    _take(run, losses)
    return False


def _agreed(world: World, state: AreaState) -> bool:
    """Whether all players of a multinational defense chose the same losses."""
    battle = state.battle
    assert battle is not None
    named = {(proposal.damaged, proposal.destroyed) for proposal in battle.proposals}
    return len(named) == 1 and len(battle.proposals) == len(_victims(world, state, battle))


def _take(run: Unfolding, losses: Losses) -> None:
    battle = now(run)
    step = step_of(run.world, battle)
    assert isinstance(step, Volley)
    behind = step.losses == "behind"
    run.emit(LossesTaken(battle.space, other(step.side), *losses, behind, picked=bool(battle.picked)))


# pending hits


def waiting(battle: Battle) -> bool:
    """Whether there are pending hits."""
    return any(strip.hits or strip.marked for strip in (battle.attack, battle.defend))


def settle(run: Unfolding) -> bool:
    """Resolve pending hits, aimed ones first. True if somebody has to choose."""
    for side in NAMING:
        battle = now(run)
        marked = strip_of(battle, side).marked
        if marked:
            run.emit(LossesTaken(battle.space, side, *_fate(run.world, marked), aimed=True))
    return _name_losses(run)


def _fate(world: World, marked: tuple[Marked, ...]) -> Losses:
    """The result of aimed hits: a unit that can't take all of its hits is destroyed."""
    damaged: list[tuple[Piece, int]] = []
    destroyed: list[tuple[Piece, int]] = []
    for one in marked:
        left = world.type(one.piece).hits - one.piece.damage
        (destroyed if one.hits >= left else damaged).append((one.piece, 1))
    return Losses(stack(damaged), stack(destroyed))


def _name_losses(run: Unfolding) -> bool:
    """Ask each side that has a choice in turn; then remove all losses together."""
    world, battle = run.world, now(run)
    chosen: dict[Side, tuple[Stack, Stack]] = {}
    for proposal in battle.proposals:
        side: Side = "attack" if world.friends(proposal.seat, battle.attacker) else "defend"
        chosen[side] = (proposal.damaged, proposal.destroyed)
    for side in NAMING:
        hits = strip_of(battle, side).hits
        if not hits or side in chosen:
            continue
        losses = _toll(world, battle, side, hits).only()
        if losses is None:
            run.emit(LossesDue(battle.space, side))
            return True
        chosen[side] = losses
    for side in NAMING:
        if side in chosen:
            run.emit(LossesTaken(battle.space, side, *chosen[side]))
    return False
