"""Losses: who may take them, who chooses, and when there is no choice."""

from collections.abc import Iterator, Mapping
from random import Random

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Lose
from sandtable.hexes.citations import Citation
from sandtable.hexes.events import FortHeld, GarrisonLost, LossesDue, Lost
from sandtable.hexes.state import HexState, Name, Place, Side, Toll
from sandtable.hexes.status import garrison
from sandtable.hexes.strength import KINDS, NONE, Kind, Points, cheapest, points_of, toll
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def inflict(run: Unfolding, due: Toll) -> bool:
    """Inflict losses, taking them at once if there is no choice. Returns whether all have been taken."""
    forced = _forced(run.state, due)
    if forced is None:
        run.emit(LossesDue(toll=due))
        return False
    if toll(forced.armies) or forced.fort or forced.fleet:
        take(run, due, forced)
    return True


def take(run: Unfolding, due: Toll, named: Lose) -> None:
    """Take losses as chosen."""
    before = run.state.fleets.get(due.fleet) if named.fleet else None
    run.emit(
        Lost(
            side=due.side,
            armies={name: points for name, points in named.armies.items() if points.total},
            fort=due.fort if named.fort else "",
            fort_points=named.fort,
            fleet=due.fleet if named.fleet else "",
            fleet_points=named.fleet,
        )
    )
    for part in run.world.parts.suffered:
        part.suffered(run, tuple(name for name, points in named.armies.items() if points.total))
    if before is not None:
        for part in run.world.parts.battered:
            part.battered(run, due.fleet, before)


def hit_hex(run: Unfolding, place: Place, hits: int) -> bool:
    """Inflict losses on a hex. Returns whether its owner has none left to choose."""
    state = run.state
    armies = tuple(name for name, _ in state.armies_at(place))
    fort = state.fort_at(place)
    if not armies and not fort:
        if hits and garrison(run.world, state, place):
            run.emit(GarrisonLost(at=place))
        return True
    if hits and (fort or place in state.cover):
        cover = state.cover.get(place, fort)
        held = min(hits, cover)
        run.emit(FortHeld(at=place, count=held, left=cover - held))
        hits -= held
    if not hits:
        return True
    # Points in a neutral country are directed by their side.
    owner = state.control.get(place) or (state.armies[armies[0]].side if armies else state.forts[place].side)
    return inflict(run, Toll(owner, hits, armies, fort=place if fort else ""))


def _purse(state: HexState, due: Toll) -> dict[tuple[str, Kind | str], int]:
    """Everything that could be lost, with its number: army and kind, or the fort or fleet."""
    found: dict[tuple[str, Kind | str], int] = {
        (name, kind): count for name in due.armies for kind, count in state.armies[name].points.items()
    }
    aircraft = [key for key in found if key[1] == "tac_air"]
    if due.fort and state.fort_at(due.fort):
        found[due.fort, "fort"] = state.fort_at(due.fort)
    if due.fleet and due.fleet in state.fleets:
        found[due.fleet, "fleet"] = state.fleets[due.fleet].ships
    if aircraft and sum(count for key, count in found.items() if key not in aircraft) >= due.count:
        return {key: count for key, count in found.items() if key not in aircraft}
    return found


def _ground(purse: Mapping[tuple[str, str], int]) -> int:
    """What must be lost before any aircraft."""
    return sum(count for (_, kind), count in purse.items() if kind != "tac_air")


def _forced(state: HexState, due: Toll) -> Lose | None:
    """The losses, if there is no choice. None if there is."""
    purse = _purse(state, due)
    rest = [key for key in purse if key[1] == "tac_air"] if _ground(purse) < due.count else list(purse)
    if sum(purse.values()) > due.count and len(rest) > 1 and not _only_amphibious(purse, due):
        return None
    left = due.count
    losses: list[tuple[tuple[str, Kind | str], int]] = []
    # Mandatory losses first; where there is no choice, the order of the others doesn't matter.
    for what, there in sorted(
        purse.items(), key=lambda item: (item[0][1] == "tac_air", item[0][1] != "amphibious", item[0])
    ):
        losses.append((what, min(there, left)))
        left -= losses[-1][1]
    return _named(losses)


def _only_amphibious(purse: Mapping[tuple[str, str], int], due: Toll) -> bool:
    """Whether all losses must be amphibious, and one army has all of the amphibious points."""
    ships = [key for key in purse if key[1] == "amphibious"]
    return due.amphibious >= due.count and len(ships) == 1 and purse[ships[0]] >= due.count


def check_losses(world: World, state: HexState, side: Side, action: Lose) -> Refusal | None:
    """Validate a side's choice of losses."""
    due = state.combat.toll if state.combat is not None else None
    if due is None or due.side != side:
        return world.refuse("assault.same-procedure", "There are no losses to choose.")
    for name, points in action.armies.items():
        if name not in due.armies:
            rule: Citation = "assault.losses-attack" if state.side != side else "assault.losses-defensive"
            return world.refuse(rule, f"{name} isn't involved: the losses fall on {', '.join(due.armies)}.")
        if not points.sound or points not in state.armies[name].points:
            return world.refuse("army.composition", f"{name} has only {state.armies[name].points}.")
    if action.fort and (action.fort < 0 or not due.fort or action.fort > state.fort_at(due.fort)):
        return world.refuse("fort.as-losses", "You can't lose that many fort points here.")
    if action.fleet and (action.fleet < 0 or not due.fleet or action.fleet > state.fleets[due.fleet].ships):
        return world.refuse("fleet-basic.losses", "You can't lose that many fleet points here.")
    purse = _purse(state, due)
    count = min(due.count, sum(purse.values()))
    named = toll(action.armies) + action.fort + action.fleet
    if named != count:
        return world.refuse("assault.owner-chooses-losses", f"Choose {count} points to lose, not {named}.")
    flying = sum(points.tac_air for points in action.armies.values())
    if flying and count - flying < min(count, _ground(purse)):
        return world.refuse(
            "tacair.assault-losses-spare-tac-air", "Aircraft are lost only when nothing else is left."
        )
    ships = sum(points.amphibious for points in action.armies.values())
    there = sum(number for (_, kind), number in purse.items() if kind == "amphibious")
    if ships < min(due.amphibious, there):
        least = min(due.amphibious, there)
        return world.refuse(_half(state), f"At least {least} of them must be amphibious.")
    return None


def _half(state: HexState) -> Citation:
    """The rule that makes half of an invasion's losses amphibious, depending on who inflicted them."""
    landing = state.combat.landing if state.combat is not None else None
    if landing is not None and landing.duel is not None:
        return "fleet-basic.losses"
    if landing is not None and landing.stage in ("sail", "strike"):
        return "coastal-air.losses"
    return "invasion.defensive-losses"


def legal_losses(
    state: HexState, due: Toll, shuffle: Random | None, kinds: tuple[Kind, ...] = KINDS
) -> Iterator[Lose]:
    """Every way to take losses, simple ones first: each order of kinds, from each army. At random: any way."""
    plain: list[Lose] = []
    for one in _plain_losses(state, due, kinds) if shuffle is None else ():
        if one not in plain:
            plain.append(one)
            yield one
    purse = list(_purse(state, due).items())
    ships = min(due.amphibious, sum(count for (_, kind), count in purse if kind == "amphibious"))
    if shuffle:
        shuffle.shuffle(purse)
    for losses in _mixtures(purse, min(due.count, sum(count for _, count in purse)), shuffle):
        grounded = sum(count for (_, kind), count in losses if kind != "tac_air")
        if grounded < min(due.count, _ground(dict(purse))):
            continue
        if sum(count for (_, kind), count in losses if kind == "amphibious") >= ships:
            named = _named(losses)
            if named not in plain:
                yield named


def _mixtures(
    purse: list[tuple[tuple[str, Kind | str], int]], count: int, shuffle: Random | None
) -> Iterator[list[tuple[tuple[str, Kind | str], int]]]:
    """Every way to take this many points."""
    if not purse:
        yield []
        return
    (what, there), rest = purse[0], purse[1:]
    least = max(0, count - sum(number for _, number in rest))
    numbers = list(range(min(there, count), least - 1, -1))
    if shuffle:
        shuffle.shuffle(numbers)
    for number in numbers:
        for others in _mixtures(rest, count - number, shuffle):
            yield [(what, number), *others] if number else others


def _named(losses: list[tuple[tuple[str, Kind | str], int]]) -> Lose:
    """Losses in the form in which a player names them."""
    lost: dict[Name, Points] = {}
    fort = fleet = 0
    for (name, kind), count in losses:
        if kind == "fort":
            fort = count
        elif kind == "fleet":
            fleet = count
        else:
            lost[name] = lost.get(name, NONE) + Points(**{kind: count})
    return Lose(lost, fort, fleet)


def _plain_losses(state: HexState, due: Toll, kinds: tuple[Kind, ...]) -> Iterator[Lose]:
    """Each order of kinds, starting with each army."""
    order = list(kinds)
    names = list(due.armies)
    for turn in range(max(1, len(names))):
        first = names[turn:] + names[:turn]
        for shift in range(len(order)):
            yield _spread(state, due, first, order[shift:] + order[:shift])


def _spread(state: HexState, due: Toll, names: list[Name], order: list[Kind]) -> Lose:
    """Losses from armies in this order, with the mandatory amphibious points first."""
    left = min(due.count, sum(_purse(state, due).values()))
    lost: dict[Name, Points] = {}
    must = min(due.amphibious, left)
    for name in names:
        ships = min(must, state.armies[name].points.amphibious)
        if ships:
            lost[name] = points_of("amphibious", ships)
            must -= ships
            left -= ships
    for name in names:
        more = cheapest(
            state.armies[name].points - lost.get(name, NONE), left, [kind for kind in order if kind != "tac_air"]
        )
        left -= more.total
        if more.total:
            lost[name] = lost.get(name, NONE) + more
    fort = min(left, state.fort_at(due.fort)) if due.fort else 0
    left -= fort
    for name in names:
        flying = min(left, state.armies[name].points.tac_air)
        left -= flying
        if flying:
            lost[name] = lost.get(name, NONE) + points_of("tac_air", flying)
    fleet = min(left, state.fleets[due.fleet].ships) if due.fleet and due.fleet in state.fleets else 0
    return Lose(lost, fort, fleet)
