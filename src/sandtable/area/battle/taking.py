"""Taking losses: whose choice they are, what a choice means, and how it takes effect."""

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

NAMING: tuple[Side, Side] = ("defend", "attack")
"""Who names losses first where both sides have some."""


def now(run: Unfolding) -> Battle:
    """The battle as it stands."""
    battle = run.state.battle
    assert battle is not None
    return battle


def toll_now(world: World, battle: Battle) -> Toll:
    """The hits that are to be taken now."""
    return _toll(world, battle, "attack" if battle.victim == "attack" else "defend", battle.hits)


def _toll(world: World, battle: Battle, side: Side, hits: tuple[Hits, ...]) -> Toll:
    return Toll(world, strip_of(battle, side).units, hits, strip_of(battle, other(side)).abilities)


# who chooses


def _victims(world: World, state: AreaState, battle: Battle) -> tuple[Seat, ...]:
    """One seat for each player whose units were fired at: the player's first power with units in the battle.

    Where a side has a leader, it is the leader.
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
    """The seats that owe a choice of losses now; the attacker's, if the defenders do not agree."""
    if not battle.victim:
        return ()
    victims = _victims(world, state, battle)
    spoken = {proposal.seat for proposal in battle.proposals}
    return tuple(seat for seat in victims if seat not in spoken) or (battle.attacker,)


def pending(world: World, state: AreaState, battle: Battle) -> tuple[Decision, ...]:
    """Who is asked."""
    hits = toll_now(world, battle).total
    whose = "the attacker's" if battle.victim == "attack" else "the defender's"
    losses = f"{whose} losses in {battle.space}: {hits} hit{'s' if hits > 1 else ''}"
    return tuple(
        Decision(seat, "casualties", battle.space, f"{world.name(seat)} chooses {losses}.")
        for seat in choosing(world, state, battle)
    )


# judging


def _meant(toll: Toll, action: Casualties) -> Losses | Broken:
    if action.damaged is None and action.destroyed is None:
        return toll.default()
    return resolve(toll.units, action.damaged, action.destroyed)


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: Casualties) -> Refusal | None:
    """Nothing if a seat may take these losses, otherwise the rule against it."""
    asked = choosing(world, state, battle)
    if seat not in asked:
        if any(proposal.seat == seat for proposal in battle.proposals):
            return world.refuse("casualty.multinational-defense", f"{world.name(seat)} has named losses already.")
        who = f"{world.name(asked[0])} chooses" if asked else "There are no losses to choose"
        return world.refuse("casualty.owner-chooses", f"{who} now.")
    toll = toll_now(world, battle)
    losses = _meant(toll, action)
    broken = losses if isinstance(losses, Broken) else toll.broken(losses)
    if broken and battle.sequence == "sea" and _names_land_unit(world, action):
        return world.refuse("transport.cargo-passive", "Land units at sea are cargo: only their transport is hit.")
    return world.refuse(broken.rule, f"Not these losses: {broken.why}.") if broken else None


def _names_land_unit(world: World, action: Casualties) -> bool:
    """Whether a choice of losses names units that can only be aboard a ship in a sea battle."""
    named = (*(action.damaged or ()), *(action.destroyed or ()))
    return any(piece.unit in world.units and world.type(piece).kind == "land" for piece, _ in named)


def legal(world: World, state: AreaState, battle: Battle, seat: Seat) -> tuple[AreaAction, ...]:
    """Every answer of a seat; of very many the first two hundred."""
    if seat not in choosing(world, state, battle):
        return ()
    return tuple(Casualties(*losses) for losses in toll_now(world, battle).choices())


# taking effect


def after_volley(run: Unfolding) -> bool:
    """Take what has just been hit, if there is but one way; true if somebody has to choose."""
    battle = now(run)
    losses = toll_now(run.world, battle).only()
    if losses is None:
        return True
    _take(run, losses)
    return False


def answer(run: Unfolding, seat: Seat, action: Casualties) -> bool:
    """Let a choice take effect; true if another one has to be made first."""
    world, battle = run.world, now(run)
    losses = _meant(toll_now(world, battle), action)
    assert isinstance(losses, Losses)
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
    """Whether all players of a multinational defence have named the same losses."""
    battle = state.battle
    assert battle is not None
    named = {(proposal.damaged, proposal.destroyed) for proposal in battle.proposals}
    return len(named) == 1 and len(battle.proposals) == len(_victims(world, state, battle))


def _take(run: Unfolding, losses: Losses) -> None:
    battle = now(run)
    step = step_of(run.world, battle)
    assert isinstance(step, Volley)
    run.emit(LossesTaken(battle.space, other(step.side), *losses, step.losses == "behind"))


# hits that have waited


def waiting(battle: Battle) -> bool:
    """Whether hits have yet to take effect."""
    return any(strip.hits or strip.marked for strip in (battle.attack, battle.defend))


def settle(run: Unfolding) -> bool:
    """Let hits that have waited take effect, aimed ones first; true if somebody has to choose."""
    for side in NAMING:
        battle = now(run)
        marked = strip_of(battle, side).marked
        if marked:
            run.emit(LossesTaken(battle.space, side, *_fate(run.world, marked), aimed=True))
    return _name_losses(run)


def _fate(world: World, marked: tuple[Marked, ...]) -> Losses:
    """What aimed hits do: what a unit cannot take is lost."""
    damaged: list[tuple[Piece, int]] = []
    destroyed: list[tuple[Piece, int]] = []
    for one in marked:
        left = world.type(one.piece).hits - one.piece.damage
        (destroyed if one.hits >= left else damaged).append((one.piece, 1))
    return Losses(stack(damaged), stack(destroyed))


def _name_losses(run: Unfolding) -> bool:
    """Ask those who have a choice, one side after the other; then everybody who is lost leaves."""
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
