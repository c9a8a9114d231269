"""Tracks: the paths of the active power's ships and air units, followed through a phase."""

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.area.event import Event
from sandtable.area.events import Changed, Landed, LandedAboard, Loaded, Moved, TookOff
from sandtable.area.forces import Piece, Stack, aboard, ashore, stack
from sandtable.area.parts.countermoves.memory import Track
from sandtable.area.state import AreaState
from sandtable.area.world import World

FOLLOWED = (Moved, Changed, Loaded, Landed, LandedAboard, TookOff)

Tracks = tuple[Track, ...]


def followed(world: World, tracks: Tracks, event: Event) -> Tracks:
    """The tracks after an event."""
    match event:
        case Moved():
            kind = world.units[event.piece.unit].kind
            return _moved(world, tracks, event) if kind in ("sea", "air") else tracks
        case Changed():
            return changed(tracks, event.space, event.piece, event.after, event.count)
        case Loaded():
            return changed(tracks, event.zone, event.transport, event.after, 1)
        case Landed():
            return changed(tracks, event.zone, event.transport, event.after, 1, (event.territory, event.units))
        case LandedAboard():
            return changed(tracks, event.zone, event.carrier, aboard(event.carrier, event.piece), 1)
        case TookOff():
            return changed(tracks, event.space, event.carrier, ashore(event.carrier, event.piece), 1)
        case _:
            return tracks


def _alike(world: World, one: Piece, other: Piece) -> bool:
    """Whether a track belongs to this piece, ignoring for air units what battles have changed."""
    if world.units[one.unit].kind == "air":
        return (one.power, one.unit, one.used) == (other.power, other.unit, other.used)
    return one == other


def _moved(world: World, tracks: Tracks, event: Moved) -> Tracks:
    left, found = event.count, []
    for track in tracks:
        some = (
            min(left, track.count) if track.end == event.path[0] and _alike(world, track.piece, event.piece) else 0
        )
        if some < track.count:
            found.append(replace(track, count=track.count - some))
        if some:
            found.append(replace(track, piece=event.after, count=some, path=(*track.path, *event.path[1:])))
        left -= some
    if left:
        found.append(Track(event.after, left, event.path))
    return tuple(found)


def changed(
    tracks: Tracks, space: str, before: Piece, after: Piece, count: int, landed: tuple[str, Stack] | None = None
) -> Tracks:
    left, found = count, []
    for track in tracks:
        some = min(left, track.count) if track.end == space and track.piece == before else 0
        if some < track.count:
            found.append(replace(track, count=track.count - some))
        if some:
            put = (*track.ashore, landed) if landed else track.ashore
            found.append(replace(track, piece=after, count=some, ashore=put))
        left -= some
    return tuple(found)


def phase_began(tracks: Tracks) -> Tracks:
    """Keep only tracks that guns have fired at from one phase to the next."""
    return tuple(replace(track, path=track.path[-1:]) for track in tracks if track.fired)


def present(world: World, state: AreaState, tracks: Iterable[Track]) -> list[tuple[Track, Stack]]:
    """Tracks with their pieces on the board, without those that are gone.

    Air units may have landed on ships.
    """
    left: dict[str, dict[Piece, int]] = {}
    found: list[tuple[Track, Stack]] = []
    for track in tracks:
        if track.end not in left:
            here: dict[Piece, int] = {}
            for piece, count in state.at(track.end):
                here[piece] = here.get(piece, 0) + count
                for one in piece.cargo:
                    if world.units[one.unit].kind == "air":
                        here[one] = here.get(one, 0) + count
            left[track.end] = here
        need, pieces = track.count, []
        for piece, count in left[track.end].items():
            some = min(need, count) if _alike(world, piece, track.piece) else 0
            if some > 0:
                pieces.append((piece, some))
                left[track.end][piece] -= some
                need -= some
        if pieces:
            found.append((track, stack(pieces)))
    return found


def removed(tracks: Tracks, space: str, gone: Stack) -> Tracks:
    """The tracks without lost units."""
    need = dict(gone)
    found = []
    for track in tracks:
        some = min(track.count, need.get(track.piece, 0)) if track.end == space else 0
        if some:
            need[track.piece] -= some
        if some < track.count:
            found.append(replace(track, count=track.count - some))
    return tuple(found)
