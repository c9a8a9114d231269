"""``sandtable odds`` for hex games: an attack and the advances that may follow."""

from collections.abc import Mapping

import msgspec
from rich.table import Table

from sandtable import games
from sandtable.cli.answers import console, fail, print_json
from sandtable.cli.odds import Wishes
from sandtable.core.wording import listed, times
from sandtable.guides.hexes.notation import TypedError, parse_attack
from sandtable.guides.hexes.queries import Ground, Outlook, Senseless, Suppose
from sandtable.hexes.strength import BASIC, Kind
from sandtable.odds.hexes.taking import ORDER
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
"""Options for battles in territories only."""


def tell_hex_odds(game_id: str, attack: str, defend: str, wishes: Wishes, fire_at: int) -> None:
    """Compute and show the odds of an attack."""
    strange = [name for name in OTHERS if getattr(wishes, name)] + ["retreat"] * (wishes.retreat != Retreat())
    if strange:
        option = strange[0].replace("_", "-")
        fail(f"--{option} is for battles in territories; a hex game has --losses and --fire-at.")
    try:
        asked = parse_attack(attack, defend)
    except TypedError as error:
        fail(str(error))
    if not 1 <= fire_at <= len(asked.path):
        fail(f"--fire-at: the hexes are 1 to {len(asked.path)}.")
    asked = msgspec.structs.replace(asked, losses=_order(wishes.policy), fire_at=fire_at - 1)
    game = games.load_hexes(game_id)
    found = game.guide.reply(asked)
    if isinstance(found, Senseless):
        fail(found.why)
    if wishes.as_json:
        print_json({"game": game_id, "attack": asked, "odds": found})
    else:
        _show(asked, found)


def _order(text: str) -> tuple[Kind, ...]:
    """Parse an order of losses: ``mech, inf``. Kinds that aren't named come last."""
    found: list[Kind] = []
    for part in (part.strip().lower() for part in text.split(",") if part.strip()):
        kind = next((one for one in BASIC if one.startswith(part)), None)
        if kind is None:
            fail(f"--losses: {part!r} is not one of {', '.join(BASIC)}.")
        found.append(kind)
    return tuple(dict.fromkeys((*found, *ORDER)))


def _show(asked: Suppose, found: Outlook) -> None:
    screen = console()
    others = sum(len(group.armies) for group in asked.groups) - 1
    with_ = f", with {times(others, 'more army', 'more armies')}" if others else ""
    screen.print(f"An army of {asked.groups[0].armies[0]} attacks{with_}. Exact.", style="bold")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("hex", "defence", "entered"):
        table.add_column(head, justify="right" if head == "entered" else "left")
    for number, (ground, chance) in enumerate(zip(asked.path, found.entered, strict=True), start=1):
        table.add_row(str(number), _defence(ground), f"{chance:.1%}")
    screen.print(table)
    if others:
        screen.print(f"Chance to enter the first hex: {found.captured:.1%}.")
    if found.ashore:
        screen.print(f"Points ashore: {_spread(found.ashore)}.")
    screen.print(f"Own losses: {_spread(found.own)}; {found.mean_own:.2f} on average.")
    screen.print(f"Enemy losses to fire: {_spread(found.enemy)}; {found.mean_enemy:.2f} on average.")


def _defence(ground: Ground) -> str:
    """The defence of a hex, in words."""
    held = [str(ground.points)] if ground.points.total else []
    held += [f"fort {ground.fort}"] if ground.fort else []
    held += ["coastal air"] if ground.coast else []
    held = held or (["friendly"] if ground.friendly else ["garrison" if ground.garrison else "empty"])
    return listed(held) + ("" if ground.terrain == "clear" else f" in {ground.terrain}")


def _spread(chances: Mapping[int, float]) -> str:
    """The chance of each number of losses: ``0 (50%), 1 (50%)``."""
    return ", ".join(f"{number} ({chance:.0%})" for number, chance in sorted(chances.items()) if chance >= 0.005)
