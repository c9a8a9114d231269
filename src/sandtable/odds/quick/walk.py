"""A small plain battle, worked out exactly: every round is the same exchange, and every hit can go to any unit.

Each side is then a chain: the hits left to take, and for each number of them the dice that are left.
"""

from sandtable.odds.quick.outcome import Found, typical
from sandtable.odds.quick.outline import Dice, Outline
from sandtable.odds.quick.reading import Places

SMALL = 42
"""The most joint states for which a battle is worked out exactly."""


def walk(outline: Outline, attack: list[float], defend: list[float]) -> Found | None:
    """The outcome of a battle; None unless it is small and plain, with whole units."""
    dice = outline.dice
    if dice is None:
        return None
    total = sum(attack) * sum(defend)
    if not 0 < total <= SMALL or any(n != int(n) for n in attack) or any(n != int(n) for n in defend):
        return None
    chains = outline.chains(0)
    places = _places(chains[0].lives, attack), _places(chains[1].lives, defend)
    mass = _walked(_chances(places[0], dice[0]), _chances(places[1], dice[1]))
    mine, theirs = [row[0] for row in mass], mass[0]
    mine[0] = 0.0
    win, lose = sum(mine), sum(theirs) - theirs[0]
    sizes = [len(types) for types in outline.reading.types]
    left = _left(places[0], mine, sizes[0]), _left(places[1], theirs, sizes[1])
    land = next((k for k, i in enumerate(places[0]) if i in outline.land), len(mine))
    survivors = typical(chains[0], attack, [n / win for n in left[0]] if win > 1e-6 else [0.0] * sizes[0])
    return Found(win, lose, sum(mine[land + 1 :]), 0.0, left, survivors)


def _left(places: list[int], ends: list[float], size: int) -> list[float]:
    """The average number of units left, given the chance of each number of lives."""
    found = [0.0] * size
    more = sum(ends[1:])
    for k, place in enumerate(places, 1):
        if place < size:
            found[place] += more
        more -= ends[k]
    return found


def _walked(attack: list[list[float]], defend: list[list[float]]) -> list[list[float]]:
    """The chance that each joint state is passed through, or is the end; by the hits both sides can still take."""
    rows, columns = len(attack) - 1, len(defend) - 1
    mass = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    mass[rows][columns] = 1.0
    for x in range(rows, 0, -1):
        shots = attack[x]
        for y in range(columns, 0, -1):
            here = mass[x][y]
            if here < 1e-9:
                continue
            back = defend[y]
            visits = here / (1.0 - shots[0] * back[0])
            for h, p in enumerate(shots):
                weight = visits * p
                to = y - h if y > h else 0
                for k, q in enumerate(back):
                    if h or k:
                        mass[x - k if x > k else 0][to] += weight * q
    return mass


def _places(order: Places, lives: list[float]) -> list[int]:
    return [i for i in reversed(order) for _ in range(int(lives[i]))]


def _chances(places: list[int], dice: Dice) -> list[list[float]]:
    """For each number of lives, the chance of 0, 1, 2 ... hits."""
    pmf = [1.0]
    found = [pmf]
    for place in places:
        number, p = dice.get(place, (0, 0.0))
        for _ in range(number):
            longer = [(1.0 - p) * x for x in pmf]
            longer.append(0.0)
            for i, x in enumerate(pmf):
                longer[i + 1] += p * x
            pmf = longer
        found.append(pmf)
    return found
