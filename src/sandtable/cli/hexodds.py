"""``sandtable odds`` of a hex game: an attack and the advances that may follow from it."""

from collections.abc import Mapping
from typing import get_args

import msgspec
from rich.table import Table

from sandtable import games
from sandtable.cli.answers import console, fail, print_json
from sandtable.cli.odds import Wishes
from sandtable.core.wording import listed
from sandtable.guides.hexes.queries import Outlook, Senseless, Suppose, reply_to
from sandtable.hexes.odds.notation import PlanError, parse_plan
from sandtable.hexes.odds.plan import Plan
from sandtable.hexes.strength import KINDS, Kind
from sandtable.odds.policy import Retreat

OTHERS = (
    "sea",
    "attacker",
    "defender",
    "keep_land",
    "submerge",
    "attacker_weapons",
    "defender_weapons",
    "retreat_chance",
    "territory",
    "low_luck",
    "samples",
    "by_round",
    "best",
    "plot",
)
"""What can be wished of battles in territories alone."""


def tell_hex_odds(game_id: str, attack: str, defend: str, wishes: Wishes, fire_at: int) -> None:
    """Work an attack out and show it."""
    strange = [name for name in OTHERS if getattr(wishes, name)] + ["retreat"] * (wishes.retreat != Retreat())
    if strange:
        option = strange[0].replace("_", "-")
        fail(f"--{option} is for battles in territories; a game of hexes knows --losses and --fire-at.")
    try:
        plan = parse_plan(attack, defend)
    except PlanError as error:
        fail(str(error))
    if not 1 <= fire_at <= len(plan.path):
        fail(f"--fire-at: the hexes are 1 to {len(plan.path)}.")
    plan = msgspec.structs.replace(plan, losses=_order(wishes.policy, plan), fire_at=fire_at - 1)
    game = games.load_hexes(game_id)
    found = reply_to(next(iter(game.worlds.values())).tables, Suppose(plan))
    if isinstance(found, Senseless):
        fail(found.why)
    if wishes.as_json:
        print_json({"game": game_id, "plan": plan, "odds": found})
    else:
        _show(plan, found)


def _order(text: str, plan: Plan) -> tuple[Kind, ...]:
    """Losses as they are typed: ``mech, inf``; kinds that are not named come last."""
    found: list[Kind] = []
    for part in (part.strip().lower() for part in text.split(",") if part.strip()):
        kind = next((one for one in get_args(Kind) if one.startswith(part)), None)
        if kind is None:
            fail(f"--losses: {part!r} is none of {', '.join(KINDS)}.")
        found.append(kind)
    return tuple(dict.fromkeys((*found, *plan.losses)))


def _show(plan: Plan, found: Outlook) -> None:
    screen = console()
    spearhead = plan.groups[0].armies[0]
    others = sum(len(group.armies) for group in plan.groups) - 1
    with_ = f", with {others} more" if others else ""
    screen.print(f"An army of {spearhead} attacks{with_}. Exact.", style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("hex", "defence", "entered", "captured", "own losses", "enemy losses"):
        table.add_column(head, justify="left" if head in ("hex", "defence") else "right")
    for number, (hex_, one) in enumerate(zip(plan.path, found.hexes, strict=True), start=1):
        held = [str(hex_.points)] if hex_.points.total else []
        held += [f"fort {hex_.fort}"] if hex_.fort else []
        held = held or (["friendly"] if hex_.friendly else ["garrison" if hex_.garrison else "empty"])
        where = "" if hex_.terrain == "clear" else f" in {hex_.terrain}"
        table.add_row(
            str(number),
            listed(held) + where,
            f"{one.entered:.1%}",
            f"{one.captured:.1%}",
            _spread(one.own),
            _spread(one.enemy),
        )
    screen.print(table)
    screen.print(f"Losses in all, on average: {found.own:.2f} own, {found.enemy:.2f} of the enemy.", style="dim")


def _spread(chances: Mapping[int, float]) -> str:
    """The chances of each number of losses: ``0: 50%  1: 50%``."""
    return "  ".join(f"{number}: {chance:.0%}" for number, chance in sorted(chances.items()) if chance >= 0.005)
