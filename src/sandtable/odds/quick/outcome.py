"""From the average course of a battle to its outcome: how often each side wins, and what is left of both.

While two sides wear each other down, each loses *reserve*: what it could still do to the enemy while it loses its
units one by one. Hits cost both sides the same reserve, so the *lead*, the difference between the two, changes
only by luck (and by what is fired only once). Every die adds its variance to the lead, whose final distribution is
taken to be normal. The lead, give or take a little, then says what the winner has left.
"""

from math import inf, sqrt
from typing import NamedTuple

from sandtable.odds.quick.course import GONE, STILL, Course, Lives, phi, power
from sandtable.odds.quick.outline import Chain, Outline

SPREAD = 0.86
"""The standard deviation of the lead, relative to the sum over its rounds."""
LEAST = 0.3
"""The least standard deviation of the lead."""
LAST = 0.7
"""The share of the loser's last fire that the winner takes beyond the lead: casualties have still fired."""
QUANTILES = ((-1.75, 0.1), (-0.85, 0.2), (-0.25, 0.2), (0.25, 0.2), (0.85, 0.2), (1.75, 0.1))
"""A normal distribution in six parts: each one's distance from the mean, and its chance."""


class Found(NamedTuple):
    """The expected result of a battle."""

    win: float
    lose: float
    capture: float
    rounds: float
    left: tuple[Lives, Lives]
    """The average number of units left, by type, including those that left the battle alive."""
    survivors: Lives
    """The attacker's survivors when it wins, as a typical force: see :func:`typical`."""


def fought(outline: Outline, attack: Lives, defend: Lives) -> Found:
    """The outcome of a battle between these lives, on average."""
    course = Course(outline, attack, defend)
    if not all(course.start):
        return _one_sided(course)
    course.follow()
    if course.stuck:
        return _stuck(course)
    return _decided(course)


# battles without a lead


def _one_sided(course: Course) -> Found:
    """One side, or each of them, has no decisive units."""
    outline, lives = course.outline, course.lives
    here = [any(lives[s][i] > 0 for i in outline.fighting[s]) for s in (0, 1)]
    strong = [any(lives[s][i] > 0 for i in outline.decisive[s]) for s in (0, 1)]
    if strong[0] and strong[1]:  # they can't hit each other
        course.run(outline.program(1, course.present))
        alone = [sum(lives[1 - s]) < GONE < sum(lives[s]) for s in (0, 1)]
        return _found(course, alone[0], alone[1], 1) if any(alone) else _stuck(course)
    rounds, lives_before = 0, sum(lives[strong[1]][i] for i in outline.decisive[strong[1]])
    homing = outline.reading.homing[0] or outline.reading.homing[1]
    if homing and here[1] and _helpless(course):
        for i in outline.fighting[1]:
            lives[1][i] = 0.0
        return _found(course, True, False, 0)
    if all(here) and (outline.reading.drives or homing or (outline.reading.hopeless and not strong[0])):
        rounds = 1
        course.run(outline.program(1, course.present))
    elif any(strong):
        for i in outline.fighting[strong[0]]:
            lives[strong[0]][i] = 0.0
    found = _found(course, strong[0], strong[1], rounds)
    if rounds and strong[0]:  # unless the others have done enough before they leave
        stays = _outlasts(lives_before, course.fire[1], course.noise[1])
        found = found._replace(win=stays, lose=1.0 - stays, capture=stays * found.capture)
    elif rounds and homing and strong[1]:
        found = found._replace(lose=_outlasts(lives_before, course.fire[0], course.noise[0]))
    return found


def _helpless(course: Course) -> bool:
    """Whether all defenders are lost without a fight to attackers that can fire."""
    outline, lives = course.outline, course.lives
    armed = any(lives[0][i] > 0 for i in outline.fighting[0] if i in outline.reading.armed[0])
    return armed and all(i in outline.defenseless for i in outline.fighting[1] if lives[1][i] > 0)


def _outlasts(lives: float, fire: float, noise: float) -> float:
    """The chance that one round of fire does not take all lives."""
    return phi((lives - 0.5 - fire) / sqrt(max(0.1, noise))) if fire else 1.0


def _stuck(course: Course) -> Found:
    """Nobody can go on, or the attacker has to give up."""
    outline = course.outline
    for i in outline.defenseless:
        course.lives[1][i] = 0.0
    return _found(course, False, outline.reading.hopeless and course.fire[1] > STILL, max(1, len(course.fires)))


def _found(course: Course, win: bool, lose: bool, rounds: int) -> Found:
    """The battle ends in its current state."""
    left: tuple[Lives, Lives] = ([], [])
    for side in (0, 1):
        left[side].extend(course.lives[side][: len(course.outline.reading.types[side])])
        _add(left[side], course.away[side], 1.0)
    capture = win and any(left[0][i] > 0 for i in course.outline.land)
    survivors = left[0] if win else [0.0] * len(left[0])
    return Found(float(win), float(lose), float(capture), rounds, left, survivors)


def _add(left: Lives, more: dict[int, float], share: float) -> None:
    for i, n in more.items():
        if i < len(left):
            left[i] += share * n


# the lead


def _decided(course: Course) -> Found:
    """Both sides have fought until one was gone."""
    outline, chains, moments, fires = course.outline, course.chains, course.moments, course.fires
    # A battle is decided while both sides fire; after that it is only a matter of time.
    both = [r for r, (mine, theirs) in enumerate(fires) if mine > STILL and theirs > STILL]
    fires = fires[: both[-1] + 1] if both else fires
    last, end = moments[len(fires) - 1], moments[-1]
    mine, theirs = fires[-1]
    if outline.opening(len(fires), course.present):  # it was decided by what is fired only once
        mine, theirs = power(chains[0], last.units[0]), power(chains[1], last.units[1])
    tails = _reserve(chains[0], last.units[0], mine), _reserve(chains[1], last.units[1], theirs)
    lead = tails[0] - tails[1] + (fires[-1][0] - mine) * theirs - (fires[-1][1] - theirs) * mine
    spread = max(LEAST, SPREAD * sqrt(course.variance))
    ahead = phi(lead / spread)
    sure = _surely(course, len(fires) - 1)
    if sure is not None:
        lead, ahead = sure
    beyond = [any(course.lives[s][i] > GONE for i in chains[s].immune) for s in (0, 1)]
    win, lose = 0.0 if beyond[1] else ahead, 0.0 if beyond[0] else 1.0 - ahead
    capture = 0.0
    if outline.land:
        capture = win
        if not outline.reading.drives and sure is None:
            kept = _without_land(outline, chains[0], moments[0].units[0], fires[0][0])
            capture = min(win, phi((lead - kept) / spread))
    sizes = len(outline.reading.types[0]), len(outline.reading.types[1])
    left: tuple[Lives, Lives] = ([0.0] * sizes[0], [0.0] * sizes[1])
    won = 0.0
    if sure is not None:
        won = 1.0 if lead > 0 else 0.0
        side = 0 if lead > 0 else 1
        _keep(course, side, end.units[side], len(moments) - 1, True, 1.0, left[side])
    else:
        levels = [_levels(course, s, tails[s], len(fires)) for s in (0, 1)]
        tolls = LAST * fires[-1][1], LAST * fires[-1][0]
        for q, share in QUANTILES:
            outcome = lead + q * spread
            side = 0 if outcome > 0 else 1
            if not side:
                won += share
            r, level = len(fires) - 1, levels[side]
            while r and level[r] < abs(outcome):
                r -= 1
            units = moments[r].units[side][:]
            _wear(chains[side], units, fires[r][side], level[r] - abs(outcome), tolls[side])
            _keep(course, side, units, r, (lead > 0) == (side == 0), share, left[side])
    survivors = typical(chains[0], moments[0].units[0], [n / won for n in left[0]] if won else [0.0] * sizes[0])
    for side, lost in ((0, 1.0 - won), (1, won)):
        _spare(course, side, last.units[side], lost, left[side])
    return Found(win, lose, capture, len(moments) - 1, left, survivors)


def _surely(course: Course, r: int) -> tuple[float, float] | None:
    """The lead and the attacker's chance, for battles that one side can't lose if they last; None for others."""
    found: tuple[float, float] | None = None
    last, end = course.moments[r], course.moments[-1]
    for side in (0, 1):
        sign = -1.0 if side else 1.0
        if any(last.units[side][i] > 0 for i in course.chains[side].lasting):  # it hits, and can't be hit
            found = sign, 0.0 if side else 1.0
        if course.forced[1 - side] and end.lives[1 - side] < GONE < end.lives[side]:  # the enemy has to leave
            stays = _outlasts(last.lives[side], course.fires[r][1 - side], course.noise[1 - side])
            found = sign, 1.0 - stays if side else stays
    return found


def _levels(course: Course, side: int, tail: float, rounds: int) -> list[float]:
    """The reserve of a side at the start of each round, counted back from the last."""
    moments, fires = course.moments, course.fires
    found = [tail]
    for r in range(rounds - 2, -1, -1):
        lost = moments[r].lives[side] - moments[r + 1].lives[side]
        tail += lost * (fires[r][side] + fires[r + 1][side]) / 2.0
        found.append(tail)
    found.reverse()
    return found


# what is left


def _keep(course: Course, side: int, units: Lives, r: int, ahead: bool, share: float, left: Lives) -> None:
    """Add the survivors of a side that wins as in round ``r``; ``ahead``: whether it wins on average."""
    for i in range(len(left)):
        left[i] += share * units[i]
    was = course.moments[r].away[side]
    _add(left, was, share)
    if ahead or course.outline.reading.drives:
        # Losses of units that don't decide the battle depend on its rounds, not on luck.
        mine, away = course.lives[side], course.away[side]
        for i in course.chains[side].others:
            left[i] += share * (mine[i] + away.get(i, 0.0) - units[i] - was.get(i, 0.0))


def typical(chain: Chain, start: Lives, average: Lives) -> Lives:
    """The average number of units left, as whole units where possible: those lost last."""
    places = [i for i, _ in chain.losing if i < len(average)]
    number = sum([average[i] for i in places])
    found = average[:]
    for i in reversed(places):
        found[i] = min(start[i], number)
        number -= found[i]
    return found


def _spare(course: Course, side: int, before: Lives, lost: float, left: Lives) -> None:
    """Add the units that survive even though their side has lost."""
    outline, mine = course.outline, course.lives[side]
    for i in course.chains[side].spared:
        # On average the last fire hits some of them, which it would leave alone in most battles.
        left[i] += lost * (mine[i] if outline.reading.drives else (mine[i] + before[i]) / 2.0)
    _add(left, course.away[side], lost)


def _reserve(chain: Chain, units: Lives, fire: float) -> float:
    """What a side can still do to the enemy while it loses its units one by one, given its current fire."""
    total = power(chain, units)
    if total <= 0.0:
        return 0.0
    rest, found = total, 0.0
    for i, hits in chain.losing:
        n = units[i]
        if n:
            found += n * (rest - 0.5 * n * hits)
            rest -= n * hits
    return found * fire / total


def _wear(chain: Chain, units: Lives, fire: float, reserve: float, toll: float) -> None:
    """Take a share of a side's reserve, given how well it fires, and then a number of lives."""
    total = power(chain, units)
    if total <= 0.0:
        return
    scale, rest = fire / total, fire
    for i, hits in chain.losing:
        n = units[i]
        if not n:
            continue
        if reserve > 0.0:
            each = hits * scale
            cost = n * (rest - 0.5 * n * each)
            if cost <= reserve:
                reserve -= cost
                rest -= n * each
                units[i] = 0.0
                continue
            some = (rest - sqrt(max(0.0, rest * rest - 2.0 * each * reserve))) / each if each else reserve / rest
            reserve = 0.0
            n = max(0.0, n - some)
            units[i] = n
        if toll <= 0.0:
            return
        some = min(n, toll)
        units[i] = n - some
        toll -= some


def _without_land(outline: Outline, chain: Chain, units: Lives, fire: float) -> float:
    """The reserve of attackers that have just lost their last land unit."""
    land = [k for k, (i, _) in enumerate(chain.losing) if i in outline.land and units[i]]
    total = power(chain, units)
    if not land or total <= 0.0:
        return inf
    kept = units[:]
    for i, _ in chain.losing[: land[-1] + 1]:
        kept[i] = 0.0
    return _reserve(chain, kept, fire * power(chain, kept) / total)
