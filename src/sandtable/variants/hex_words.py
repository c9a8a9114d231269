"""Describes changes to the files that only hex games have: their scenarios and tables."""

from typing import Any

from sandtable.core.wording import listed, sentence, times
from sandtable.variants.edit import NOTHING, Edit, Names, generic, shown


def scenario(edit: Edit, names: Names) -> str:
    """A change to a scenario."""
    name = edit.file.removeprefix("scenarios/").removesuffix(".yaml")
    said = _scenario(edit, names)
    return f"{said} (scenario {name})" if said else f"scenario {name}, {generic(edit)}"


def _scenario(edit: Edit, names: Names) -> str:
    now, then = (0 if value is NOTHING else value for value in (edit.after, edit.before))
    match edit.path:
        case ("sides", side, "production"):
            return f"{names.power(side)} starts with a production of {now} instead of {then}"
        case ("sides", side, "armies", army, "points", kind):
            has = times(now, f"{kind} point") if isinstance(now, int) else shown(now)
            return f"{names.power(side)}: {army} starts with {has} instead of {then}"
        case ("sides", side, "armies", army, "at"):
            return f"{names.power(side)}: {army} starts at {shown(edit.after)} instead of {shown(edit.before)}"
        case ("sides", side, "armies", army) if edit.before is NOTHING or edit.after is NOTHING:
            there = "is not there" if edit.after is NOTHING else f"is new, {_army(edit.after)}"
            return f"{names.power(side)}: {army} {there}"
        case ("victory",):
            return _victory(edit, names)
        case (("title" | "summary") as what,):
            return f"another {what}: {shown(edit.after)}"
    return ""


def _army(value: Any) -> str:
    if not isinstance(value, dict):
        return shown(value)
    points = value.get("points")
    held = [f"{count} {kind}" for kind, count in points.items()] if isinstance(points, dict) else []
    return f"at {shown(value.get('at'))} with {listed(held) or 'nothing'}"


def _victory(edit: Edit, names: Names) -> str:
    old, new = (value if isinstance(value, list) else [] for value in (edit.before, edit.after))
    said = [f"new: {_verdict(one, names)}" for one in new if one not in old]
    said += [f"no longer: {_verdict(one, names)}" for one in old if one not in new]
    return "victory. " + ". ".join(sentence(one).rstrip(".") for one in said) if said else "victory: another order"


def _verdict(one: Any, names: Names) -> str:
    """Who wins when, and with what."""
    if not isinstance(one, dict):
        return shown(one)
    when = {"at-once": "as soon as it is so", "end": "at the end"}.get(
        str(one.get("when")), shown(one.get("when"))
    )
    rest = {key: value for key, value in one.items() if key not in ("side", "when", "rule")}
    goal = f", with {shown(rest)}" if rest else ""
    return f"{names.power(str(one.get('side', '')))} wins {when}{goal}"


def tables(edit: Edit, names: Names) -> str:
    """A change to what things cost and what dice are worth."""
    match edit.path:
        case ("cost", kind):
            then = "nothing" if edit.before is NOTHING else edit.before
            return f"a point of {kind.replace('_', ' ')} costs {shown(edit.after)} instead of {then}"
        case (("firepower" | "advance") as what,):
            return f"the {what} table has other numbers"
        case (what,) if edit.before is not NOTHING and edit.after is not NOTHING:
            return f"{what.replace('_', ' ')}: {shown(edit.after)} instead of {shown(edit.before)}"
    return f"tables, {generic(edit)}"
