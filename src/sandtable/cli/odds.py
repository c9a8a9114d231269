# ruff: noqa: PLC0415 - imports that only pictures or the best play need
"""``sandtable odds``: parses the question and shows the answer."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable import games
from sandtable.area.actions import Side
from sandtable.area.battle.sequence import PullingBack
from sandtable.area.forces import Stack
from sandtable.area.notation import Entry, NotationError, find_unit, parse_entries, parse_force
from sandtable.area.parts.air_war import AirWar
from sandtable.area.techs import Techs, with_techs
from sandtable.area.world import World
from sandtable.cli.answers import fail, no_such_game, print_json
from sandtable.cli.odds_view import show
from sandtable.core.datafile.errors import suggestion
from sandtable.core.nearest import nearest
from sandtable.odds import BadBattle, Odds, Policy, Question, Retreat, RoundChance, chances_by_round, odds
from sandtable.odds.answer import MAX_UNITS
from sandtable.odds.policy import ORDERS
from sandtable.terminal import names

if TYPE_CHECKING:
    from sandtable.odds.best import Best


BESIDES = ("keep-land", "submerge", "planes-back", "mass-aim")
"""Words that may follow an order of losses."""


class Wishes(msgspec.Struct, frozen=True):
    """The command's options, as typed."""

    sea: bool
    policy: str
    attacker: str
    defender: str
    keep_land: bool
    submerge: bool
    attacker_weapons: str
    defender_weapons: str
    retreat: Retreat
    retreat_chance: str
    defender_retreat: Retreat
    defender_chance: str
    territory: float
    pilots: int
    defender_pilots: int
    low_luck: bool
    samples: int
    seed: int
    by_round: bool
    best: bool
    plot: Path | None
    as_json: bool


def tell_odds(game_id: str, attack: str, defend: str, wishes: Wishes) -> None:
    """Compute and show the odds of a battle."""
    world = armed(world_of(game_id), wishes)
    question = read_question(world, attack, defend, wishes)
    if wishes.plot is not None:
        _look_at(wishes.plot)
    found = odds(world, question, wishes.samples, wishes.seed)
    if isinstance(found, BadBattle):
        fail(f"{found.why.rstrip('.')}." if not found.why.endswith("?") else found.why)
    rounds = chances_by_round(world, question) if wishes.by_round and found.method == "exact" else None
    play = _best(world, question, wishes) if wishes.best else None
    if wishes.plot is not None:
        _draw(world, question, found, wishes.plot)
    if wishes.as_json:
        print_json(_as_data(world, question, found, rounds, play, wishes.plot))
    else:
        show(world, question, found, rounds if wishes.by_round else (), play, wishes.plot)


def world_of(game_id: str) -> World:
    if games.family_of(game_id) != "area":
        no_such_game(game_id)
    return games.world(game_id)


def armed(world: World, wishes: Wishes) -> World:
    """The world with both sides' weapons; in odds the sides stand for powers."""
    techs: Techs = ()
    for side, text in (("attack", wishes.attacker_weapons), ("defend", wishes.defender_weapons)):
        techs = with_techs(techs, side, [_weapon(world, name) for name in text.split(",") if name.strip()])
    return world.developed(techs)


def _weapon(world: World, name: str) -> str:
    """A weapon by name. Exits if there is none."""
    said = name.strip().casefold().replace(" ", "-")
    if not world.tech_table:
        fail(f"{world.game.id} has no weapons to develop.")
    if said not in world.tech_table:
        known = ", ".join(tech.name.casefold() for tech in world.tech_table.values())
        fail(f"there is no weapon {name.strip()!r}.{suggestion(said, world.tech_table)} Weapons: {known}.")
    return said


# -- parsing


def read_question(world: World, attack: str, defend: str, wishes: Wishes) -> Question:
    """The battle as typed. It is at sea if a ship is named."""
    forces: dict[Side, Stack] = {
        "attack": read_force(world, "attack", attack),
        "defend": read_force(world, "defend", defend),
    }
    ships = _at_sea(world, forces)
    attacker = read_policy(world, "--attacker", wishes.attacker or wishes.policy)
    defender = read_policy(world, "--defender", wishes.defender or wishes.policy)
    retreat = msgspec.structs.replace(
        wishes.retreat, below_chance=_chance("--retreat-chance", wishes.retreat_chance)
    )
    chance = _chance("--defender-retreat-chance", wishes.defender_chance)
    theirs = msgspec.structs.replace(wishes.defender_retreat, below_chance=chance)
    at_sea = wishes.sea or ships
    if (wishes.pilots or wishes.defender_pilots) and AirWar.of(world) is None:
        fail(f"{world.game.id} has no pilot training; leave --pilots and --defender-pilots out.")
    if not theirs.never and not defender_may_leave(world, at_sea):
        fail(f"in {world.game.id} only the attacker can retreat; leave --defender-retreat out.")
    return Question(
        forces["attack"],
        forces["defend"],
        at_sea,
        msgspec.structs.replace(
            attacker,
            keep_land=attacker.keep_land or wishes.keep_land,
            submerge=attacker.submerge or wishes.submerge,
            retreat=retreat,
            pilots=wishes.pilots,
        ),
        msgspec.structs.replace(
            defender,
            submerge=defender.submerge or wishes.submerge,
            retreat=theirs,
            pilots=wishes.defender_pilots,
        ),
        wishes.low_luck,
    )


def defender_may_leave(world: World, at_sea: bool) -> bool:
    """Whether defenders can retreat."""
    steps = world.sequences.sequences["sea" if at_sea else "land"].steps
    return any(isinstance(step, PullingBack) and step.side == "defend" for step in steps)


def _at_sea(world: World, forces: dict[Side, Stack]) -> bool:
    """Whether the battle is at sea: a ship is named, and not only for shore bombardment."""
    kinds = {side: {world.type(piece).kind for piece, _ in units} for side, units in forces.items()}
    ships = [piece for piece, _ in forces["attack"] if world.type(piece).kind == "sea"]
    landing = "land" in kinds["attack"] | kinds["defend"] and "sea" not in kinds["defend"]
    if landing and ships and all(world.sequences.supports("land", "attack", world.type(ship)) for ship in ships):
        return False
    return bool(ships) or "sea" in kinds["defend"]


def read_force(world: World, side: Side, text: str) -> Stack:
    """A force as players type it: ``10 inf, 5 tank``, ``10inf 5 tanks``, ``10x infantry and five tanks``."""
    said = names.units(world, tidy(text))
    entries = parse_entries(world, said)
    if isinstance(entries, NotationError):
        fail(f"{_who(side)}: {entries.message}{'' if entries.message.endswith('?') else '.'}")
    _look_through(world, side, entries)
    units = parse_force(world, side, said)
    if isinstance(units, NotationError):
        fail(f"{_who(side)}: {units.message}.")
    return units


def tidy(text: str) -> str:
    """Normalize the ways people write a force.

    >>> tidy("10inf 5x tank; 3 * ftr + sub: 2")
    '10 inf, 5 tank, 3 ftr , 2 sub'
    """
    text = re.sub(r"[;+&\n]", ",", text)
    text = re.sub(r"(\d+)\s*[x*\N{MULTIPLICATION SIGN}]\s*(?=[A-Za-z])", r"\1 ", text)
    text = re.sub(r"(?<=\d)(?=[A-Za-z])", " ", text)
    text = re.sub(r"([A-Za-z][A-Za-z ]*?)\s*[:=]\s*(\d+)", r"\2 \1", text)
    text = re.sub(r"(?<=[A-Za-z\])])\s+(?=\d+\s+[A-Za-z])", ", ", text)
    return re.sub(r",[\s,]*", ", ", text).strip(" ,")


def _look_through(world: World, side: Side, entries: tuple[Entry, ...]) -> None:
    """Check the numbers before creating any units."""
    for entry in entries:
        unit = world.units[entry.unit]
        if entry.count < 1:
            fail(f"{_who(side)}: 0 {unit.plural}? Write at least 1, or leave them out.")
        if entry.count > MAX_UNITS:
            fail(f"{_who(side)}: {entry.count:,} {unit.plural}? {MAX_UNITS:,} is the maximum.")
        works = unit.kind == "facility" and entry.unit not in world.shields  # those are never lost to hits
        if (entry.damage or 0) >= unit.hits and not works:
            what = "is lost with its first hit" if unit.hits == 1 else f"is lost with {unit.hits} hits"
            fail(f"{_who(side)}: {_a(unit.name)} {what}, so it cannot be damaged {entry.damage}.")
        _look_through(world, side, entry.cargo or ())
        _look_aboard(world, side, entry)


def _look_aboard(world: World, side: Side, entry: Entry) -> None:
    if not entry.cargo:
        return
    unit = world.units[entry.unit]
    aboard = [one.unit for one in entry.cargo for _ in range(one.count)]
    if not unit.takes(tuple(aboard)):
        room = " and ".join("/".join(place) for place in unit.berths)
        fail(f"{_who(side)}: that doesn't fit aboard {_a(unit.name)}; it has room for {room or 'nothing'}.")


def _who(side: Side) -> str:
    return "attacker" if side == "attack" else "defender"


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def read_policy(world: World, option: str, text: str) -> Policy:
    """A policy: a named order of losses or units from first to last, plus extra words."""
    losses: str | list[str] = []
    besides: set[str] = set()
    for word in (part.strip().casefold() for part in re.split(r"[,>]|\bthen\b", text) if part.strip()):
        plain = word.replace(" ", "-").replace("_", "-")
        if plain in BESIDES:
            besides.add(plain)
        elif plain in ORDERS:
            if losses:
                fail(f"{option}: give one order of losses: {plain!r} or a list of units, not both.")
            losses = plain
        else:
            unit = find_unit(world, names.units(world, word))
            if isinstance(unit, NotationError):
                known = [*ORDERS, *BESIDES, *(kind.name for kind in world.units.values())]
                near = nearest(plain, known) or "."
                fail(
                    f"{option}: {word!r} is not a policy{near} There are {', '.join(ORDERS)}, "
                    f"unit types from first to last, and {', '.join(BESIDES[:-1])} and {BESIDES[-1]} besides."
                )
            if isinstance(losses, str):
                fail(f"{option}: give one order of losses: {losses!r} or a list of units, not both.")
            losses.append(unit)
    order = losses if isinstance(losses, str) else tuple(losses)
    return Policy(
        losses=order or Policy().losses,
        keep_land="keep-land" in besides,
        submerge="submerge" in besides,
        planes_back="planes-back" in besides,
        aim="mass" if "mass-aim" in besides else "spread",
    )


def _chance(option: str, text: str) -> float | None:
    """``30%``, ``30`` and ``0.3`` are the same."""
    if not text.strip():
        return None
    number = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)\s*(%?)", text.strip())
    if number is None:
        fail(f"{option}: {text!r} is not a chance; write 30% or 0.3.")
    chance = float(number[1])
    if number[2] or chance > 1:
        chance /= 100
    if chance > 1:
        fail(f"{option}: {text!r} is more than 100%.")
    return chance


# -- output


def _best(world: World, question: Question, wishes: Wishes) -> "Best | BadBattle":
    from sandtable.odds.best import best

    return best(world, question, wishes.territory)


def _look_at(path: Path) -> None:
    from sandtable.odds.picture import bad_path

    problem = bad_path(path)
    if problem is not None:
        fail(f"--plot: {problem.why}.")


def _draw(world: World, question: Question, found: Odds, path: Path) -> None:
    from sandtable.odds.picture import draw, save

    problem = save(draw(world, question, found), path)
    if problem is not None:
        fail(f"--plot: {problem.why}.")


def _as_data(
    world: World,
    question: Question,
    found: Odds,
    rounds: list[RoundChance] | None,
    play: "Best | BadBattle | None",
    plot: Path | None,
) -> dict[str, object]:
    from sandtable.area.wording import force
    from sandtable.odds.words import assumed

    data: dict[str, object] = {
        "game": world.game.id,
        "attack": force(world, question.attack),
        "defend": force(world, question.defend),
        "sea": question.at_sea,
        "assumed": assumed(world, question),
        **msgspec.to_builtins(found),
        "swing_distribution": {str(k): v for k, v in found.swing_distribution().items()},
        "survivor_distribution": {
            "attack": {str(k): v for k, v in found.survivor_distribution("attack").items()},
            "defend": {str(k): v for k, v in found.survivor_distribution("defend").items()},
        },
    }
    if rounds is not None:
        data["by_round"] = rounds
    if play is not None:
        data["best"] = play
    if plot is not None:
        data["plot"] = str(plot)
    return data
