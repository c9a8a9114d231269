"""Describes a change to a game in a sentence: "A tank costs 5 IPCs instead of 6."

There are sentences for what authors change most: units, set-up, money, the board, battle steps, victory, options,
parts and rule texts. Anything else is described by its place in the files, with its old and new value.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from sandtable.area.conduct import Conduct
from sandtable.area.parts import find as find_part
from sandtable.area.reference import about, first_paragraph
from sandtable.core.sentences import sentences
from sandtable.core.wording import an, listed, sentence, times
from sandtable.variants.edit import NOTHING, Edit, Names, generic, shown
from sandtable.variants.hex_words import scenario, tables

Topic = Literal[
    "units", "setup", "money", "powers", "board", "battle", "victory", "options", "rules", "texts", "other"
]


def topic_of(edit: Edit) -> Topic:
    """The heading that a change belongs under."""
    match edit.file, *edit.path:
        case "units.yaml", *_:
            return "units"
        case "setup.yaml", *_:
            return "setup"
        case "game.yaml", "powers", _, "treasury":
            return "money"
        case "game.yaml", "powers", *_:
            return "powers"
        case "game.yaml", "victory", *_:
            return "victory"
        case "game.yaml", ("options" | "parts" | "phases" | "conduct" | "absent" | "rota"), *_:
            return "options"
        case ("board.yaml", *_) | ("game.yaml", "renamed", *_):
            return "board"
        case ("battle.yaml", *_) | ("tables.yaml", ("firepower" | "advance" | "terrain"), *_):
            return "battle"
        case "tables.yaml", ("cost" | "fort_cost" | "repair_cost"), *_:
            return "units"
        case "rules.yaml", *_:
            return "rules"
        case (("topics.yaml" | "places.yaml" | "map.json" | "prospects.yaml"), *_):
            return "texts"
    if edit.file.startswith("scenarios/"):
        return _scenario_topic(edit.path)
    return "texts" if edit.file.startswith(("names.", "tutorial")) else "other"


def _scenario_topic(path: tuple[str, ...]) -> Topic:
    match path:
        case ("sides", _, "production" | "withheld", *_):
            return "money"
        case ("sides", *_):
            return "setup"
        case ("victory", *_):
            return "victory"
        case ("options", *_):
            return "options"
        case ("title" | "summary", *_):
            return "texts"
    return "other"


TITLES: Mapping[str, str] = {
    "units": "Units",
    "setup": "Set-up",
    "money": "Money",
    "powers": "Powers",
    "board": "Board",
    "battle": "Battles",
    "victory": "Victory",
    "options": "Options and rules of play",
    "other": "Other changes",
    "rules": "Rule texts",
    "texts": "Map, lesson and names",
}
"""The headings, in the order of the rulebook of changes."""


def say(edit: Edit, names: Names) -> str:
    """A change in a sentence or two."""
    words = _SAY.get(edit.file, _elsewhere)(edit, names)
    return sentence(words or generic(edit))


def _instead(edit: Edit, none: str = "none") -> str:
    return none if edit.before is NOTHING else str(edit.before)


# units

_NUMBERS: Mapping[str, Callable[[str, Edit], str]] = {
    "cost": lambda who, edit: f"{who} costs {_ipcs(edit.after)} instead of {_instead(edit)}",
    "attack": lambda who, edit: f"{who} attacks at {edit.after} instead of {_instead(edit)}",
    "defense": lambda who, edit: f"{who} defends at {edit.after} instead of {_instead(edit)}",
    "move": lambda who, edit: f"{who} moves {times(edit.after, 'space')} instead of {_instead(edit)}",
    "hits": lambda who, edit: f"{who} takes {times(_or(edit.after, 1), 'hit')} instead of {_or(edit.before, 1)}",
}


def _or(value: Any, default: Any) -> Any:
    return default if value is NOTHING else value


def _ipcs(amount: Any) -> str:
    return f"{amount} IPC" if amount == 1 else f"{amount} IPCs"


def _units(edit: Edit, names: Names) -> str:
    match edit.path:
        case (unit,) if isinstance(edit.after, dict) and edit.before is NOTHING:
            numbers = ", ".join(
                f"{word} {edit.after[word]}"
                for word in ("cost", "attack", "defense", "move")
                if word in edit.after
            )
            return f"new unit: {names.unit(unit)} ({numbers})"
        case (unit,) if edit.after is NOTHING:
            return f"there are no {names.unit(unit, 2)}"
        case (unit, field) if field in _NUMBERS and isinstance(_or(edit.after, 1), int):
            return _NUMBERS[field](an(names.unit(unit)), edit)
        case (unit, "abilities"):
            return _members(edit, an(names.unit(unit)), "gains the ability", "loses the ability")
        case (unit, "berths"):
            now, then = (_room(names, value) for value in (edit.after, edit.before))
            return f"{an(names.unit(unit))} has room for {now} instead of {then}"
        case (unit, field):
            then = "" if edit.before is NOTHING else f" instead of {shown(edit.before)}"
            return f"{an(names.unit(unit))}: {field.replace('_', ' ')} is {shown(edit.after)}{then}"
    return ""


def _room(names: Names, berths: Any) -> str:
    if not isinstance(berths, list) or not berths:
        return "nothing"
    return " and ".join(" or ".join(an(names.unit(str(unit))) for unit in berth) for berth in berths)


def _members(edit: Edit, who: str, gains: str, loses: str) -> str:
    """What was added to and removed from a list."""
    old, new = ([str(x) for x in value] if isinstance(value, list) else [] for value in (edit.before, edit.after))
    added, gone = [one for one in new if one not in old], [one for one in old if one not in new]
    said = [f"{gains} {listed(added)}"] if added else []
    said += [f"{loses} {listed(gone)}"] if gone else []
    return f"{who} {' and '.join(said)}" if said else f"{who}: {shown(new)}, in another order"


# set-up, powers, board


def _setup(edit: Edit, names: Names) -> str:
    match edit.path:
        case ("scenarios", scenario, power, space, unit):
            now = 0 if edit.after is NOTHING else edit.after
            then = "none" if edit.before is NOTHING else str(edit.before)
            has = names.counted(now, unit) if now else f"no {names.unit(unit, 2)}"
            also = "" if scenario in ("", names.first_scenario) else f" (scenario {scenario})"
            return f"{names.power(power)} starts with {has} in {space} instead of {then}{also}"
        case ("scenarios", scenario):
            return f"the scenario {scenario} is {'gone' if edit.after is NOTHING else 'new'}"
    return ""


def _game(edit: Edit, names: Names) -> str:
    match edit.path:
        case ("powers", power, "treasury"):
            return f"{names.power(power)} starts with {_ipcs(edit.after)} instead of {_instead(edit)}"
        case ("powers", power) if edit.before is NOTHING and isinstance(edit.after, dict):
            side = names.power(str(edit.after.get("side", "")))
            money = _ipcs(edit.after.get("treasury", 0))
            capital = edit.after.get("capital") or "nothing"
            return f"new power: {names.power(power)}, one of {side}, with {money}; its capital is {capital}"
        case ("powers", power) if edit.after is NOTHING:
            return f"{names.power(power)} is not in the game"
        case ("powers", power, field):
            return f"{names.power(power)}: {field} is {shown(edit.after)} instead of {shown(edit.before)}"
        case ("options" | "parts" | "phases" as group, key) if edit.before is NOTHING or edit.after is NOTHING:
            name = names.of(group, key)
            if edit.after is NOTHING:
                return f"the {group[:-1]} {name} is gone"
            said = _about_part(key) if group == "parts" else ""
            if said:
                return f"new part. {said}"
            text = f": {edit.after['text']}" if isinstance(edit.after, dict) and "text" in edit.after else ""
            return f"new {group[:-1]}: {name}{text}"
        case ("options", key, "default"):
            return (
                f"the option {names.of('options', key)} is {'on' if edit.after is True else 'off'} from the start"
            )
        case ("options" | "parts" | "phases" as group, key, *rest):
            where = f"{group[:-1]} {names.of(group, key)}{''.join(f', {one}' for one in rest)}"
            return f"{where}: {shown(edit.after)} instead of {shown(edit.before)}"
        case ("renamed", old):
            return f"{old} is called {edit.after}"
        case ("victory",):
            return _victory(edit, names)
        case ("absent", what) if edit.after is NOTHING:
            return f"the game no longer rules out: {what}"
        case ("absent", what) if edit.before is NOTHING:
            return f"the game rules out: {what}"
        case ("conduct", *rest):
            about = _conduct(rest)
            return f"{about} {shown(edit.after)} instead of {shown(edit.before)}" if about else ""
    return ""


def _about_part(name: str) -> str:
    """What a part is, in one sentence."""
    part = find_part(name)
    return first_paragraph(about(part)).partition(". ")[0] if part is not None else ""


def _conduct(path: list[str]) -> str:
    """The question that a ``conduct`` setting answers."""
    kind: Any = Conduct
    for step in path[:-1]:
        kind = next((field.type for field in msgspec.structs.fields(kind) if field.encode_name == step), None)
        if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            return ""
    said = sentences(kind).get(path[-1], "")
    return f"{' '.join(said.split()).rstrip('.')}:" if said else ""


def _victory(edit: Edit, names: Names) -> str:
    old, new = (value if isinstance(value, list) else [] for value in (edit.before, edit.after))
    said = [f"new: {_condition(one, names)}" for one in new if one not in old]
    said += [f"no longer: {_condition(one, names)}" for one in old if one not in new]
    return "victory. " + ". ".join(sentence(one).rstrip(".") for one in said) if said else "victory: another order"


def _condition(one: Any, names: Names) -> str:
    if not isinstance(one, dict):
        return shown(one)
    if "cities" in one:
        goal = f"{one.get('at_least', 0)} of {listed(map(str, one['cities']))}"
    elif "production" in one:
        goal = f"a production of {one['production']}"
    elif "points" in one:
        goal = f"{one['points']} city points"
    else:
        goal = shown({key: value for key, value in one.items() if key not in ("side", "rule", "option", "after")})
    when = f" after the turn of {names.power(str(one['after']))}" if one.get("after") else ""
    option = f" (option {names.of('options', str(one['option']))})" if one.get("option") else ""
    return f"{names.power(str(one.get('side', '')))} wins with {goal}{when}{option}"


def _board(edit: Edit, names: Names) -> str:
    match edit.path:
        case ("territories" | "sea_zones", space, "neighbours"):
            return _members(edit, space, "now borders", "no longer borders")
        case ("territories" | "sea_zones", space) if edit.before is NOTHING or edit.after is NOTHING:
            return f"{space} is not on the board" if edit.after is NOTHING else f"new space: {space}"
        case ("territories", space, "value"):
            return f"{space} is worth {_ipcs(_or(edit.after, 0))} instead of {_or(edit.before, 0)}"
        case ("territories", space, "owner" | "held_by" as field):
            now, then = (
                names.power(str(x)) if x not in (NOTHING, "") else "nobody" for x in (edit.after, edit.before)
            )
            return f"{space} {'belongs to' if field == 'owner' else 'is held by'} {now} instead of {then}"
        case ("territories", space, "factory"):
            return f"{space} {'has a factory' if edit.after is True else 'has no factory any more'}"
        case ("territories", space, "neutral"):
            return f"{space} is {'neutral' if edit.after is True else 'not neutral any more'}"
        case ("territories", space, "city"):
            return f"{space}: the city is {shown(edit.after)} instead of {shown(edit.before)}"
        case ("passages", name, "closed"):
            return f"{name}: {'closed to' if edit.after is True else 'open to'} ships"
        case (_, space, field):
            return f"{space}: {field} is {shown(edit.after)} instead of {shown(edit.before)}"
    return ""


# battles, rules, and the rest


def _battle(edit: Edit, names: Names) -> str:
    match edit.path:
        case ("sequences", kind, "steps"):
            return f"battles, {kind}: {_steps(edit)}"
        case ("sequences", kind, "steps", step, *rest):
            return (
                f"battles, {kind}, step {step!r}: {', '.join(rest)} {shown(edit.after)}, was {shown(edit.before)}"
            )
    return ""


def _steps(edit: Edit) -> str:
    old, new = (
        [str(one.get("name", one.get("step", ""))) for one in value if isinstance(one, dict)]
        if isinstance(value, list)
        else []
        for value in (edit.before, edit.after)
    )
    said = []
    for at, name in enumerate(new):
        if name not in old:
            after = f"after {new[at - 1]!r}" if at else "as the first"
            said.append(f"new step {name!r} {after}")
    said += [f"step {name!r} is gone" for name in old if name not in new]
    if not said and old != new:
        said = [f"the order is now {listed(repr(name) for name in new)}"]
    return "; ".join(said) or "steps have other settings"


def _rules(edit: Edit, names: Names) -> str:
    match edit.path:
        case (rule,) if edit.before is NOTHING:
            return f"new rule {rule}"
        case (rule, "struck"):
            return f"rule {rule} is {'struck' if edit.after is True else 'back'}"
        case (rule, "text" | "ruling" as field):
            return f"rule {rule} has another {field}"
        case (rule, field):
            return f"rule {rule}: {field} is {shown(edit.after)} instead of {shown(edit.before)}"
    return ""


def _elsewhere(edit: Edit, names: Names) -> str:
    match edit.file:
        case "places.yaml" if edit.path[:1] == ("spaces",) and len(edit.path) > 1:
            return f"{edit.path[1]} has other borders on the map"
        case "places.yaml" | "map.json":
            return "the map is drawn anew"
        case "prospects.yaml":
            return "bots judge positions differently"
        case "topics.yaml":
            return "headings of the rulebook are changed"
    if edit.file.startswith("tutorial"):
        return "the lesson is another one" if len(edit.path) < 2 else ""
    if edit.file.startswith("names."):
        return f"names in another language ({edit.file.split('.')[1]}): {shown(edit.after)}"
    if edit.file.startswith("scenarios/"):
        return scenario(edit, names)
    return f"{edit.file.removesuffix('.yaml')}, {generic(edit)}" if edit.path else ""


_SAY: Mapping[str, Callable[[Edit, Names], str]] = {
    "units.yaml": _units,
    "setup.yaml": _setup,
    "game.yaml": _game,
    "board.yaml": _board,
    "battle.yaml": _battle,
    "rules.yaml": _rules,
    "tables.yaml": tables,
}
