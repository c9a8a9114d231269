# ruff: noqa: PLC0415 - commands import what they need on demand, to start quickly
"""The ``odds`` command."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from sandtable.cli.options import GameId, Json, LowLuck


class TakesForces(TyperCommand):
    """A command whose arguments are forces: ``-3 infantry`` is a wrong number, not an unknown option ``-3``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [re.sub(r"^-(?=\d+\D)", "\N{MINUS SIGN}", one) for one in args])


def odds(
    game: GameId,
    attack: Annotated[
        str, typer.Argument(metavar="ATTACKER", help="The attacking force: '10 inf, 5 tank, 3 ftr'.")
    ],
    defend: Annotated[str, typer.Argument(metavar="DEFENDER", help="The defending force, in the same way.")],
    sea: Annotated[bool, typer.Option("--sea", help="At sea; implied when a ship is named.")] = False,
    raid: Annotated[
        bool,
        typer.Option("--raid", help="A bombing raid: bombers and escorts against fighters, guns and a target."),
    ] = False,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            "--losses",
            metavar="POLICY",
            help="What both sides lose first: cheapest, weakest, planes-last, land-last, or units from first to "
            "last: 'inf, ftr, tank'. 'keep-land', 'submerge', 'planes-back' and 'mass-aim' may follow it.",
        ),
    ] = "",
    attacker: Annotated[str, typer.Option("--attacker", metavar="POLICY", help="The attacker's own policy.")] = "",
    defender: Annotated[str, typer.Option("--defender", metavar="POLICY", help="The defender's own policy.")] = "",
    keep_land: Annotated[
        bool, typer.Option("--keep-land", help="The attacker keeps a land unit to the end, to capture.")
    ] = False,
    submerge: Annotated[
        bool, typer.Option("--submerge", "--withdraw", help="Submarines leave the battle as soon as they can.")
    ] = False,
    attacker_weapons: Annotated[
        str, typer.Option("--attacker-weapons", metavar="NAMES", help="What the attacker has developed.")
    ] = "",
    defender_weapons: Annotated[
        str, typer.Option("--defender-weapons", metavar="NAMES", help="What the defender has developed.")
    ] = "",
    retreat_after: Annotated[
        int | None, typer.Option("--retreat-after", metavar="N", min=1, help="The attacker leaves after N rounds.")
    ] = None,
    retreat_below: Annotated[
        int | None,
        typer.Option(
            "--retreat-below", metavar="N", min=1, help="... with fewer than N units left that can fire."
        ),
    ] = None,
    retreat_chance: Annotated[
        str, typer.Option("--retreat-chance", metavar="P", help="... when the chance to win is under P: '30%'.")
    ] = "",
    retreat_planes: Annotated[
        bool, typer.Option("--retreat-when-only-planes", help="... when only planes are left.")
    ] = False,
    retreat_best: Annotated[
        bool, typer.Option("--retreat-best", help="... whenever that's worth more than fighting on.")
    ] = False,
    defender_after: Annotated[
        int | None,
        typer.Option(
            "--defender-retreat-after",
            metavar="N",
            min=1,
            help="The defender leaves, where it can, after N rounds.",
        ),
    ] = None,
    defender_below: Annotated[
        int | None,
        typer.Option(
            "--defender-retreat-below", metavar="N", min=1, help="... with fewer than N units left that can fire."
        ),
    ] = None,
    defender_chance: Annotated[
        str,
        typer.Option("--defender-retreat-chance", metavar="P", help="... when its chance to hold is under P."),
    ] = "",
    territory: Annotated[
        float,
        typer.Option(
            "--territory",
            metavar="IPCS",
            min=0,
            max=1000,
            help="What capturing is worth, for finding the best play.",
        ),
    ] = 0,
    pilots: Annotated[
        int, typer.Option("--pilots", metavar="N", min=-9, max=9, help="The attacker's pilot training: -3 to +3.")
    ] = 0,
    defender_pilots: Annotated[
        int, typer.Option("--defender-pilots", metavar="N", min=-9, max=9, help="The defender's pilot training.")
    ] = 0,
    low_luck: LowLuck = False,
    samples: Annotated[
        int,
        typer.Option(
            "--samples", metavar="N", min=0, max=2_000_000, help="Sample N battles. 0: exact if possible."
        ),
    ] = 0,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", min=0, help="The same seed gives the same samples.")
    ] = 0,
    by_round: Annotated[bool, typer.Option("--by-round", help="Show the odds after each round.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Compare these losses and this retreat with the best play.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture, as an .svg or .png file.")
    ] = None,
    fire_at: Annotated[
        int, typer.Option("--fire-at", metavar="N", min=1, help="Hexes: where the first army fires.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Work out a battle: exact odds, survivors, money.

    Name units in full, abbreviated (inf, arm, ftr, bmb, sub, dd, cv, bb, trn) or in the plural. If several powers
    defend, put the power in front. Put cargo in brackets: 'transport[inf, tank]'.

    In a hex game, separate the attacker's armies with commas and hexes with semicolons. The first army advances
    along the defender's hexes: '4 inf fort 2 in mountain, then garrison, then 3 inf'.

    \b
    Examples:
      sandtable odds 1941 "10 inf, 5 tank, 3 ftr" "12 inf, 3 tank, 2 ftr"
      sandtable odds 1941 "2 sub, dd, cv, 2 ftr" "bb, 2 trn" --submerge
      sandtable odds 1941 "6 inf, 3 tank" "5 inf, ftr" --keep-land --retreat-chance 30%
      sandtable odds 1941 "6 inf, 2 ftr" "5 inf" --attacker "inf, ftr" --by-round --plot odds.png
      sandtable odds classic "4 inf, 2 bomber, bb" "5 inf, ftr, aa gun" --attacker-weapons "heavy bombers"
      sandtable odds revised-historical "5 inf, 2 tank, ftr" "6 inf, 2 flak" --defender-retreat-chance 40%
      sandtable odds global-1940 "5 inf, 2 arm, 2 ftr, tac" "5 inf, ftr, aaa, fort" --pilots 1
      sandtable odds global-1940 --raid "3 strategic bomber, 2 ftr" "2 ftr, aaa, minor industrial complex"
      sandtable odds hgw "5 inf 5 mech, 4 inf; 6 inf from swamp" "5 inf 1 mech, then garrison, then garrison"
    """
    from sandtable.cli.odds import Wishes, tell_odds
    from sandtable.games import family_of
    from sandtable.odds.policy import Retreat

    stakes = territory if retreat_best else 0
    retreat = Retreat(retreat_after, retreat_below, None, retreat_planes, retreat_best, stakes)
    wishes = Wishes(
        sea=sea,
        policy=policy,
        attacker=attacker,
        defender=defender,
        keep_land=keep_land,
        submerge=submerge,
        attacker_weapons=attacker_weapons,
        defender_weapons=defender_weapons,
        retreat=retreat,
        retreat_chance=retreat_chance,
        defender_retreat=Retreat(defender_after, defender_below),
        defender_chance=defender_chance,
        territory=territory,
        pilots=pilots,
        defender_pilots=defender_pilots,
        low_luck=low_luck,
        samples=samples,
        seed=seed,
        by_round=by_round,
        best=best,
        plot=plot,
        as_json=as_json,
    )
    if family_of(game) == "hexes":
        from sandtable.cli.hexodds import tell_hex_odds

        if raid:
            from sandtable.cli.answers import fail

            fail(f"{game} has no bombing raids; leave --raid out.")
        tell_hex_odds(game, attack, defend, wishes, fire_at)
    elif raid:
        from sandtable.cli.raid_odds import tell_raid

        tell_raid(game, attack, defend, wishes)
    else:
        tell_odds(game, attack, defend, wishes)
