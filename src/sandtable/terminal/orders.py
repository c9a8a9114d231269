"""Parses typed orders into the game's actions.

Every function here parses what follows its verb, for the seat to decide. Raises
:class:`~sandtable.terminal.names.Misread` if it can't; whether it is legal is up to the game.
"""

import re
from collections.abc import Callable, Mapping
from typing import get_args

from msgspec.structs import replace

from sandtable.area import actions as act
from sandtable.area.battle import partial_retreat
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power, merge, minus
from sandtable.area.notation import cargo_units
from sandtable.area.phases import combat, noncombat_move
from sandtable.area.wording import listed
from sandtable.terminal import battle_orders, names, part_orders
from sandtable.terminal.names import Misread
from sandtable.terminal.reading import Actions, Asked, among, parts
from sandtable.terminal.routes import everybody, find_move, find_raid, find_voyage

# -- purchase and mobilization


def buy(asked: Asked, line: str) -> Actions:
    """``buy 2 infantry, tank``: the whole purchase of this turn."""
    return [act.Order(asked.counts(line, absent=True))]


def place(asked: Asked, line: str) -> Actions:
    """``place 2 infantry, tank in Germany``; ``all`` is everything left to place."""
    words = parts(
        line,
        r"(?P<units>.+?)\s+(?:in|at|on)\s+(?P<space>.+?)(?:\s+from\s+(?P<factory>.+?))?",
        "place 2 infantry in Germany",
    )
    where = asked.space(words["space"])
    factory = asked.space(words["factory"]) if words["factory"] else ""
    if words["units"].casefold() in ("all", "everything"):
        waiting: Mapping[str, int] = asked.state.bought.get(asked.seat, {})
    else:
        waiting = asked.counts(words["units"], absent=True)
    return [act.Mobilize(unit, where, count, factory) for unit, count in waiting.items()]


# -- moves


def move(asked: Asked, line: str) -> Actions:
    """``move 2 infantry from Ukraine to West Russia [via X] [attack] [for the assault on X]``."""
    words = parts(
        line,
        r"(?P<units>.+)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+?)(?:\s+(?:via|through)\s+(?P<via>.+?))?"
        r"(?:\s+(?:to\s+)?(?:attack|(?:for\s+)?(?:the\s+)?assault(?:\s+on)?\s+(?P<assault>.+)))?",
        "move 2 infantry from Ukraine to West Russia",
    )
    start, end = asked.space(words["start"]), asked.space(words["end"])
    via = names.spaces(asked.world, words["via"]) if words["via"] else ()
    assault = asked.space(words["assault"]) if words["assault"] else ""
    attack = re.search(r"\battack\s*$", line, re.IGNORECASE) is not None
    if words["units"].casefold() in ("all", "everything", "everybody"):
        units = everybody(asked.game, asked.state, asked.seat, start, end)
        if not units:
            raise Misread(f"No units in {start} can go to {end} now. 'reach UNIT in {start}' says why.")
    else:
        units = asked.picks(words["units"])
    order = act.Move(units, (start, end), attack, assault)
    return find_move(asked.game, asked.state, asked.seat, order, via)


def support(asked: Asked, line: str) -> Actions:
    """``support with battleship in English Channel Sea Zone for Western Europe``: shore bombardment."""
    words = parts(
        line,
        r"(?:with\s+)?(?P<units>.+?)\s+in\s+(?P<space>.+?)\s+(?:for|at|against)\s+(?P<land>.+)",
        "support with battleship in English Channel Sea Zone for Western Europe",
    )
    where, land = asked.space(words["space"]), asked.space(words["land"])
    return [act.Move(asked.picks(words["units"]), (where,), assault=land)]


def attack(asked: Asked, line: str) -> Actions:
    """``attack submarine in Sea Zone 9 [with 1 destroyer]``: an attack where your ships already are."""
    words = parts(line, r"(?:with\s+)?(?P<units>.+?)\s+in\s+(?P<space>.+)", "attack with destroyer in Sea Zone 9")
    where = asked.space(words["space"])
    return [act.Move(asked.picks(words["units"]), (where,), attack=True)]


def raid(asked: Asked, line: str) -> Actions:
    """``raid bomber from United Kingdom to Germany [via X]``: bomb a factory."""
    named = [one for one in asked.world.parts.missions if one]
    plain: act.Mission = "" if "" in asked.world.parts.missions or not named else "bombing"
    return _flight(asked, line, plain, "raid bomber from United Kingdom to Germany")


def mission(asked: Asked, line: str) -> Actions:
    """``mission counter-air 2 fighters from Germany to Ukraine [via X]``."""
    named = sorted((one for one in get_args(act.Mission) if one), key=len, reverse=True)
    kinds = "|".join(one.replace("-", "[- ]") for one in named)
    example = "mission counter-air fighter from Germany to Ukraine"
    words = parts(line, rf"(?P<mission>{kinds})\s+(?P<flight>.+)", example)
    kind = next(one for one in named if one == words["mission"].casefold().replace(" ", "-"))
    return _flight(asked, words["flight"], kind, example)


def _flight(asked: Asked, line: str, kind: act.Mission, example: str) -> Actions:
    """``2 bombers from Germany to Russia [via X]``: air units that don't fight for the territory."""
    words = parts(
        line,
        r"(?:with\s+)?(?P<units>.+)\s+from\s+(?P<start>.+?)\s+to\s+(?P<end>.+?)"
        r"(?:\s+(?:via|through)\s+(?P<via>.+?))?",
        example,
    )
    via = names.spaces(asked.world, words["via"]) if words["via"] else ()
    order = act.Raid(asked.picks(words["units"]), (asked.space(words["start"]), asked.space(words["end"])), kind)
    return [find_raid(asked.game, asked.state, asked.seat, order, via)]


_SHIP = re.compile(r"\b(from|load|to|via|through|land|ashore|at|attack)\b", re.IGNORECASE)


def ship(asked: Asked, line: str) -> Actions:
    """``ship transport from sz 6 load 2 infantry from United Kingdom to sz 7 land Western Europe``."""
    head, *rest = [part.strip() for part in _SHIP.split(line)]
    said: dict[str, str] = {}
    loads: list[dict[str, str]] = []
    coasts: list[dict[str, str]] = []
    for word, text in zip((w.casefold() for w in rest[::2]), rest[1::2], strict=True):
        if word == "load":
            loads.append({"units": text})
        elif word in ("from", "at") and loads and word not in loads[-1] and (word == "at" or "from" in said):
            loads[-1][word] = text
        elif word == "land" and "land" in said:
            coasts.append({"land": text})
        elif word == "ashore" and coasts and word not in coasts[-1]:
            coasts[-1][word] = text
        elif word in said:
            raise Misread(f"'{word}' appears twice.")
        else:
            said["via" if word == "through" else word] = text
    if "from" not in said or any("from" not in load for load in loads):
        raise Misread(f"That should read like: {SHIP_EXAMPLE}")
    if any("ashore" not in coast for coast in coasts):
        raise Misread(
            "Which units land where? As in: land Norway ashore infantry land Western Europe ashore infantry"
        )
    transport = asked.picks(re.sub(r"^(?:the|a)\s+", "", head) or "transport")
    if len(transport) != 1:
        raise Misread("One transport makes one voyage: name one.")
    start = asked.space(said["from"])
    order = act.Voyage(
        transport[0],
        (start, asked.space(said["to"]) if "to" in said else start),
        tuple(one for load in loads for one in _load(asked, load)),
        asked.space(said["land"]) if "land" in said else "",
        _unit_list(asked, said["ashore"]) if said.get("ashore") else None,
        "attack" in said,
        tuple(act.Landing(asked.space(one["land"]), _unit_list(asked, one["ashore"])) for one in coasts),
    )
    via = names.spaces(asked.world, said["via"]) if "via" in said else ()
    if len(set(order.path)) == 1 and not via:
        loaded = tuple(act.Load(one.zone or start, one.territory, one.unit, one.count) for one in order.loads)
        return [replace(order, path=(start,), loads=loaded)]
    return [find_voyage(asked.game, asked.state, asked.seat, order, via)]


SHIP_EXAMPLE = "ship transport from sz 6 load 2 infantry from United Kingdom to sz 7 land Western Europe"


def _load(asked: Asked, load: Mapping[str, str]) -> list[act.Load]:
    zone = asked.space(load["at"]) if "at" in load else ""
    land = asked.space(load["from"])
    return [act.Load(zone, land, unit, count) for unit, count in asked.counts(load["units"].strip(" ,")).items()]


def _unit_list(asked: Asked, text: str) -> tuple[str, ...]:
    return tuple(unit for unit, count in asked.counts(text).items() for _ in range(count))


def board(asked: Asked, line: str) -> Actions:
    """``board 2 infantry from Norway in sz 5 on germany``: onto a partner's transport."""
    words = parts(
        line,
        r"(?P<units>.+?)\s+from\s+(?P<land>.+?)\s+in\s+(?P<zone>.+?)(?:\s+on\s+(?P<owner>.+))?",
        "board infantry from United Kingdom in sz 6 on usa",
    )
    zone = asked.space(words["zone"])
    owner = asked.power(words["owner"]) if words["owner"] else _partner(asked, zone)
    land = asked.space(words["land"])
    return [act.Board(unit, land, zone, owner, count) for unit, count in asked.counts(words["units"]).items()]


def disembark(asked: Asked, line: str) -> Actions:
    """``disembark infantry from sz 6 to Norway [on usa]``: from a partner's transport."""
    words = parts(
        line,
        r"(?P<units>.+?)\s+(?:from|in)\s+(?P<zone>.+?)(?:\s+on\s+(?P<owner>.+?))?\s+to\s+(?P<land>.+?)"
        r"(?:\s+on\s+(?P<late>.+))?",
        "disembark infantry from sz 6 on usa to Norway",
    )
    zone, owner = asked.space(words["zone"]), words["owner"] or words["late"]
    whose = asked.power(owner) if owner else _partner(asked, zone)
    return [act.Disembark(_unit_list(asked, words["units"]), zone, whose, asked.space(words["land"]))]


def _partner(asked: Asked, zone: str) -> Power:
    """The only partner with a transport in a zone."""
    world = asked.world
    owners = {
        piece.power
        for piece, _ in asked.state.at(zone)
        if piece.power != asked.seat and world.friends(piece.power, asked.seat) and piece.unit in world.transports
    }
    if len(owners) == 1:
        return owners.pop()
    if owners:
        raise Misread(f"On whose transport? Add 'on {sorted(owners)[0]}'.")
    raise Misread(f"No partner has a transport in {zone}. For your own transports: {SHIP_EXAMPLE}")


def land(asked: Asked, line: str) -> Actions:
    """``land fighter in sz 45 on japan [carrier[fighter]]``; a stranded one: ``land fighter to Japan``."""
    if asked.decision.kind == noncombat_move.RELANDS:
        return reland(asked, line)
    words = parts(
        line, r"(?P<units>.+?)\s+in\s+(?P<zone>.+?)(?:\s+on\s+(?P<ship>.+))?", "land fighter in sz 45 on japan"
    )
    owner, cargo = asked.seat, None
    if words["ship"]:
        written = words["ship"].strip()
        if "carrier" in written.casefold():
            ships = asked.entries(written)
            owner = ships[0].power or asked.seat
            cargo = None if ships[0].cargo is None else cargo_units(ships[0].cargo)
        else:
            owner = asked.power(written)
    zone = asked.space(words["zone"])
    return [act.Land(unit, zone, owner, cargo) for unit in _unit_list(asked, words["units"])]


def reland(asked: Asked, line: str) -> Actions:
    """``reland fighter to Japan``: a stranded defender; ``to sz 38 on japan`` names the carrier's owner."""
    words = parts(
        line,
        r"(?P<unit>.+?)(?:\s+(?:from|in)\s+(?P<start>.+?))?\s+(?:to|on)\s+(?P<to>.+?)(?:\s+on\s+(?P<owner>.+))?",
        "reland fighter to Japan",
    )
    start = asked.space(words["start"]) if words["start"] else asked.decision.space
    owner = asked.power(words["owner"]) if words["owner"] else ""
    return [act.Reland(names.unit(asked.world, words["unit"]), start, asked.space(words["to"]), owner)]


# -- combat


def fight(asked: Asked, line: str) -> Actions:
    """``fight Karelia``; where submarines can be ignored, ``fight`` means to fight them."""
    if asked.decision.kind == combat.ENGAGES:
        return [act.Engage(True)]
    if not line.strip() and asked.state.battle is not None:
        return [act.Press()]
    if not line.strip():
        some = [site.space for site in asked.state.turn.sites]
        raise Misread(f"Which battle? {listed(some, 'or')}." if some else "There's no battle to fight now.")
    return [act.Fight(asked.space(line))]


def ignore(asked: Asked, line: str) -> Actions:
    """``ignore``: ignore the submarines and transports in a landing zone."""
    return [act.Engage(False)]


def ashore(asked: Asked, line: str) -> Actions:
    """``go ashore`` after a sea battle."""
    return [act.Assault(True)]


def stay(asked: Asked, line: str) -> Actions:
    """``stay aboard`` after a sea battle; ``stay`` where units could retreat."""
    if asked.decision.kind == partial_retreat.ASKS:
        return [act.PullBack()]
    return [act.Assault(False)]


def withdraw(asked: Asked, line: str) -> Actions:
    """``withdraw 1 to Baltic Sea Zone``, ``withdraw all to ...``, ``withdraw none``."""
    words = parts(
        line,
        r"(?P<count>all|none|nobody|no|\d+)?(?:\s*submarines?)?(?:\s*to\s+(?P<to>.+))?",
        "withdraw 1 to SPACE",
    )
    said = (words["count"] or "all").casefold()
    if said in ("none", "nobody", "no", "0"):
        return [act.Withdraw(0)]
    offered = [one for one in asked.game.legal(asked.state, asked.seat) if isinstance(one, act.Withdraw)]
    places = list(dict.fromkeys(one.to for one in offered if one.to))
    if not words["to"] and len(places) > 1:
        raise Misread(f"Withdraw to {listed(places, 'or')}?")
    to = asked.space(words["to"]) if words["to"] else "".join(places)
    most = max((one.count for one in offered), default=1)
    return [act.Withdraw(most if said == "all" else int(said[:9]), to)]


def submerge(asked: Asked, line: str) -> Actions:
    """``submerge 1``, ``submerge all``, ``submerge none``."""
    if asked.decision.kind == partial_retreat.ASKS:
        return battle_orders.pull_back(asked, f"submerge {line}")
    word = (re.sub(r"\s*submarines?$", "", line.strip()) or "all").casefold()
    if word == "all":
        return [max(_submerges(asked), key=lambda one: one.count, default=act.Submerge(1))]
    if word in ("none", "nobody", "no"):
        return [act.Submerge(0)]
    if not word.isdecimal():
        raise Misread("How many submerge? 'submerge 1', 'submerge all' or 'submerge none'.")
    return [act.Submerge(int(word[:9]))]


def _submerges(asked: Asked) -> list[act.Submerge]:
    return [one for one in asked.game.legal(asked.state, asked.seat) if isinstance(one, act.Submerge)]


def lose(asked: Asked, line: str) -> Actions:
    """``lose 2 infantry``, ``lose default``, ``lose infantry, damage battleship``."""
    if line.strip().casefold() in ("default", "", "the default"):
        return [act.Casualties()]
    gone, _, hurt = re.sub(r"[\s,]+(?:and\s+)?damage\s+", "|", f" {line}", flags=re.IGNORECASE).partition("|")
    return _casualties(asked, gone, hurt)


def damage(asked: Asked, line: str) -> Actions:
    """``damage battleship``, ``damage battleship, lose infantry``."""
    hurt, _, gone = re.sub(r"[\s,]+(?:and\s+)?lose\s+", "|", line, flags=re.IGNORECASE).partition("|")
    return _casualties(asked, gone, hurt)


def _casualties(asked: Asked, gone: str, hurt: str) -> Actions:
    battle = asked.state.battle
    at_risk = merge(*(part.at_risk(asked.state) for part in asked.world.parts.at_risk))
    if battle is None and at_risk:
        return [act.Casualties((), among(asked, at_risk, gone))]
    if battle is None or not battle.victim:
        return [act.Casualties()]  # the game will say that there is nothing to lose
    strip = battle.attack.units if battle.victim == "attack" else battle.defend.units
    damaged = among(asked, strip, hurt)
    return [act.Casualties(damaged, among(asked, minus(strip, damaged), gone))]


def press(asked: Asked, line: str) -> Actions:
    """``press``: fight another round."""
    return [act.Press()]


def retreat(asked: Asked, line: str) -> Actions:
    """``retreat to Ukraine``; ``retreat`` alone if there is only one way."""
    if asked.decision.kind == partial_retreat.ASKS:
        return battle_orders.pull_back(asked, line)
    where = re.sub(r"^to\s+", "", line.strip(), flags=re.IGNORECASE)
    if where:
        return [act.Retreat(asked.space(where))]
    places = asked.state.battle.retreats if asked.state.battle else ()
    if len(places) > 1:
        raise Misread(f"Retreat to {listed(places, 'or')}?")
    return [act.Retreat(places[0] if places else "")]


# -- at any time


def done(asked: Asked, line: str) -> Actions:
    """``done``: end this phase."""
    return [act.Done()]


def room(asked: Asked, line: str) -> Actions:
    """``room usa no``: whether a partner may use your carriers and transports."""
    words = parts(line, r"(?:to\s+)?(?P<power>.+?)\s+(?P<answer>yes|no|on|off)", "room usa no")
    return [act.Room(asked.power(words["power"]), words["answer"].casefold() in ("yes", "on"))]


ORDERS: Mapping[str, Callable[[Asked, str], Actions]] = {
    "buy": buy,
    "order": buy,
    "place": place,
    "mobilize": place,
    "move": move,
    "fly": move,
    "sail": move,
    "attack": attack,
    "support": support,
    "raid": raid,
    "bomb": raid,
    "mission": mission,
    "ship": ship,
    "board": board,
    "disembark": disembark,
    "land": land,
    "reland": reland,
    "fight": fight,
    "engage": fight,
    "ignore": ignore,
    "go": ashore,
    "stay": stay,
    "withdraw": withdraw,
    "submerge": submerge,
    "lose": lose,
    "damage": damage,
    "press": press,
    "retreat": retreat,
    "done": done,
    "room": room,
    **battle_orders.ORDERS,
}
"""The verbs, and the functions that parse the rest."""


def knows(game: AreaGame, verb: str) -> bool:
    """Whether a line can start with this word."""
    return verb in ORDERS or verb in part_orders.phrases(game) or verb in part_orders.other_verbs()


def read_order(asked: Asked, verb: str, rest: str) -> Actions:
    """The actions of a line: by the phrase of a part that is due now, else by the family's verbs."""
    phrase = part_orders.phrases(asked.game).get(verb)
    if verb in ORDERS and (phrase is None or not part_orders.now(asked, phrase)):
        return ORDERS[verb](asked, rest)
    if phrase is not None:
        return part_orders.order(asked, phrase, rest)
    return [act.Special(verb)]  # the game will say that it lacks this
