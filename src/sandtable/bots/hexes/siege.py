"""The siege of the place that ends the game: once a side holds all hexes around it, full armies go there."""

from collections.abc import Iterable, Mapping

from sandtable.bots.hexes.marching import Post
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.nations import Nations
from sandtable.hexes.state import Army
from sandtable.hexes.status import strength_of
from sandtable.hexes.strength import NONE, Kind, Points, cheapest, total

Nation = str

LEADS: tuple[Kind, ...] = ("mechanized",)
FIRES: tuple[Kind, ...] = ("infantry", "mechanized")
"""What storms the place, and what fires at it from the other hexes."""
ENOUGH = 9
"""The points in each hex with which a siege begins: a fort takes up to ten hits a turn."""


def beleaguer(outlook: Outlook, armies: Iterable[Army], places: frozenset[int]) -> Mapping[Nation, list[Post]]:
    """The armies of each nation around the place that ends the game; empty if they don't suffice for all hexes.

    ``armies``: those that are free to move; ``places``: where they can go.
    """
    end = outlook.world.facts.ends_with
    if end is None or not outlook.style.siege or not outlook.world.hostile(outlook.side, end.lost_by):
        return {}
    here = outlook.board.number[end.place]
    ring = outlook.steps[here]
    if not outlook.foe[here] or not outlook.state.fort_at(end.place) or not places.issuperset(ring):
        return {}
    free = list(armies)
    pools = {army.nation: NONE for army in free if not _apart(outlook, army.nation)}
    for nation in pools:
        pools[nation] = total(army.points for army in free if army.nation == nation)
    stays = {one: _standing(outlook, one, free) for one in ring}
    order = sorted(ring, key=lambda one: (outlook.effects[one].leaving != "full", stays[one], one))
    found: dict[Nation, list[Post]] = {}
    for one in order:
        need = outlook.world.tables.stack - stays[one]
        kinds = FIRES if found else LEADS
        best = max(pools, key=lambda nation: (cheapest(pools[nation], need, kinds).total, nation), default=None)
        if best is None:
            return {}
        points = cheapest(pools[best], need, kinds)
        if points.ground + (stays[one] if found else 0) < ENOUGH:
            return {}
        if not points.total:
            continue
        # Aircraft fly with the army that storms it.
        points = points + (Points(tac_air=pools[best].tac_air) if not found else NONE)
        pools[best] = pools[best] - points
        found.setdefault(best, []).append(Post(outlook.board.places[one], points))
    return found


def _apart(outlook: Outlook, nation: Nation) -> bool:
    """Whether a nation doesn't stack with others."""
    nations = Nations.of(outlook.world)
    return nations is not None and nation in nations.settings.apart


def _standing(outlook: Outlook, here: int, free: list[Army]) -> int:
    """The points in a place that can't move away."""
    place = outlook.board.places[here]
    return strength_of(outlook.state, place) - sum(army.points.ground for army in free if army.at == place)
