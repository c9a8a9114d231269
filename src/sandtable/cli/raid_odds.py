"""``sandtable odds --raid``: what a bombing raid is worth."""

import msgspec

from sandtable.area.forces import EMPTY, Stack
from sandtable.area.wording import force
from sandtable.area.world import World
from sandtable.cli.answers import console, fail, print_json
from sandtable.cli.odds import Wishes, armed, read_force, read_policy, world_of
from sandtable.odds.policy import Policy
from sandtable.odds.raid import bad_raid, raid_odds
from sandtable.odds.result import RaidOdds
from sandtable.odds.words import percent

NOBODY = ("", "nobody", "nothing", "none")
MOST_LINES = 12


def tell_raid(game_id: str, attack: str, defend: str, wishes: Wishes) -> None:
    """Compute and show the odds of a raid."""
    world = armed(world_of(game_id), wishes)
    for wanted, option in (
        (wishes.sea, "--sea"),
        (wishes.by_round, "--by-round"),
        (wishes.best, "--best"),
        (wishes.plot is not None, "--plot"),
        (wishes.samples, "--samples"),
        (wishes.low_luck, "--low-luck"),
    ):
        if wanted:
            fail(f"{option} doesn't go with --raid; leave it out.")
    mine = read_force(world, "attack", attack)
    theirs = EMPTY if defend.strip().casefold() in NOBODY else read_force(world, "defend", defend)
    wrong = bad_raid(world, mine, theirs)
    if wrong is not None:
        fail(f"{wrong.why}.")
    found = raid_odds(
        world,
        mine,
        theirs,
        _policy(world, "--attacker", wishes.attacker or wishes.policy, wishes.pilots),
        _policy(world, "--defender", wishes.defender or wishes.policy, wishes.defender_pilots),
    )
    if wishes.as_json:
        sides = {"attack": force(world, mine), "defend": force(world, theirs) if theirs else ""}
        print_json({"game": world.game.id, **sides, **msgspec.to_builtins(found, str_keys=True)})
    else:
        _show(world, mine, theirs, found)


def _policy(world: World, option: str, text: str, pilots: int) -> Policy:
    return msgspec.structs.replace(read_policy(world, option, text), pilots=pilots)


def _show(world: World, attack: Stack, defend: Stack, found: RaidOdds) -> None:
    screen = console()
    screen.print(f"{world.game.id}, a bombing raid", style="dim")
    screen.print(f"Attacker  {force(world, attack)}")
    screen.print(f"Defender  {force(world, defend) if defend else 'nobody'}\n")
    screen.print(f"Damage          {found.expected:.2f} expected")
    screen.print(f"Attacker loses  {found.lost:.2f} IPCs of units")
    if found.shot_down:
        screen.print(f"Defender loses  {found.shot_down:.2f} IPCs of units")
    screen.print("\nBombers over the target", style="bold")
    for number, chance in sorted(found.left.items(), reverse=True):
        screen.print(f"{percent(chance):>7}  {number}")
    screen.print("\nDamage", style="bold")
    likeliest = sorted(sorted(found.damage.items(), key=lambda one: -one[1])[:MOST_LINES])
    for amount, chance in likeliest:
        screen.print(f"{percent(chance):>7}  {amount}")
    if len(found.damage) > MOST_LINES:
        screen.print(f"The {MOST_LINES} likeliest of {len(found.damage)}.", style="dim")
