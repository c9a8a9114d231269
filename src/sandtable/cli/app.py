# ruff: noqa: PLC0415 - a command imports only what it needs, so that all of them start at once
"""The commands: their names, options and help. What they do is imported only when they are called."""

import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

app = typer.Typer(
    name="sandtable",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Think = Annotated[
    float | None,
    typer.Option("--think", metavar="SECONDS", min=0.01, max=3600, help="Time for an answer; else the bot's own."),
]
Rounds = Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="The last round of a game.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=0, help="Games at a time; 0: one a core.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Play on a Ray cluster: 'host:6379', 'auto' (the one of this machine), 'local' (start one).",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, as 'sandtable games' lists it.")]
LowLuck = Annotated[bool, typer.Option("--low-luck", help="Hits by the sum of strengths; dice only for the rest.")]
ShortGame = Annotated[bool, typer.Option("--short-game", help="One enemy capital is enough to win.")]
ScenarioName = Annotated[
    str, typer.Option("--scenario", metavar="NAME", help="Which starting position; the first if none is named.")
]
Switched = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME", help="An optional rule to play with; may be given again."),
]


def cores(jobs: int) -> int:
    """How many games at a time."""
    return jobs or os.cpu_count() or 1


def _version(wanted: bool) -> None:
    if wanted:
        from sandtable import __version__

        print(f"sandtable {__version__}")
        raise typer.Exit


@app.callback()
def sandtable(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Play, judge and study World War II grand-strategy board games.

    \b
    Examples:
      sandtable play                      play in the browser, against bots or friends
      sandtable terminal                  play 1941 at one keyboard
      sandtable rules 1941 blitz          read what the book says
      sandtable odds 1941 "3 inf, tank" "2 inf"
                                          what a battle is worth
      sandtable arena 1941 easy hard      which bot is better, and by how much
      sandtable COMMAND --help            learn about a command

    Exit codes: 0 fine, 1 the answer is no, 2 wrong usage or bad input.
    """


@app.command()
def play(
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=1, max=65535, help="Not given: 1941, or a free one."),
    ] = None,
    host: Annotated[
        str, typer.Option("--host", metavar="H", help="Where to listen; '0.0.0.0': for your whole network.")
    ] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept; else your data folder.")
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database", metavar="URL", help="'postgresql://USER@HOST/NAME'. Not given: SQLite in the folder."
        ),
    ] = "",
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, help="Processes that serve.")] = 1,
    channel: Annotated[
        str,
        typer.Option(
            "--channel", metavar="URL", help="How workers hear of each other: 'postgresql://...', 'redis://...'."
        ),
    ] = "",
    address: Annotated[
        str,
        typer.Option(
            "--address", metavar="URL", help="Where people find it behind a proxy: 'https://table.example'."
        ),
    ] = "",
) -> None:
    """Play in the browser: alone, against bots, or with friends.

    It serves until you press Ctrl-C; nothing is lost then. docs/operating.md is for those who run it for others.

    \b
    Examples:
      sandtable play
      sandtable play --host 0.0.0.0         friends in your network can join
      sandtable play --port 8000 --no-browser --data /srv/sandtable --address https://table.example
      sandtable play --database postgresql://sandtable@localhost/sandtable --workers 4
    """
    from sandtable.cli.play import Wishes, play_in_the_browser

    play_in_the_browser(
        Wishes(
            port=port,
            host=host,
            browser=not no_browser,
            data=data,
            database=database,
            workers=workers,
            channel=channel,
            address=address,
        )
    )


@app.command()
def terminal(
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game to play.")] = "1941",
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="WHO",
            help="Who commands which powers: 'anna=ussr,uk,usa bert=germany,japan'. Not given: one player a side.",
        ),
    ] = "",
    bots: Annotated[
        str, typer.Option("--bots", metavar="POWERS", help="Powers that play by themselves: 'japan=hard,usa'.")
    ] = "",
    dice: Annotated[
        str, typer.Option("--dice", metavar="HOW", help="'seeded' (sealed, verifiable) or 'hand' (you roll).")
    ] = "",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Dice and bots that come out the same again: for practice."),
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    option: Switched = None,
    scenario: ScenarioName = "",
) -> None:
    """Play at one keyboard, with friends, alone, or against bots.

    Type orders in plain words at the prompt; 'help' explains them. Orders are read from stdin when it is not a
    terminal, so a game can be scripted.

    \b
    Examples:
      sandtable terminal
      sandtable terminal --bots germany=hard,japan=easy --short-game
      sandtable terminal --players "anna=ussr,uk,usa bert=germany,japan"
      sandtable terminal --dice hand            roll real dice and type them in
      sandtable terminal --load evening.sandtable
      sandtable terminal --game hgw --bots soviet=random     what may be done is listed and chosen by number
    """
    from sandtable.cli.terminal import play_at_the_terminal

    options = {"low-luck": low_luck, "short-game": short_game} | dict.fromkeys(option or (), True)
    play_at_the_terminal(game, load, players, bots, dice, seed, options, scenario)


@app.command()
def games(as_json: Json = False) -> None:
    """List the games: id, title, powers, and what to expect.

    \b
    Examples:
      sandtable games
      sandtable games --json
    """
    from sandtable.cli.games import list_games

    list_games(as_json)


@app.command()
def rules(
    game: GameId,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="A rule's id, whole or without the game, or a topic.")
    ] = None,
    search: Annotated[str, typer.Option("--search", metavar="TEXT", help="Rules that hold all these words.")] = "",
    as_json: Json = False,
) -> None:
    """Read the rules, or search them.

    \b
    Examples:
      sandtable rules 1941                           the index
      sandtable rules 1941 blitz                     a topic
      sandtable rules 1941 blitz.stops-at-units      one rule
      sandtable rules 1941 --search "retreat sea"
    """
    from sandtable.cli.rules import read_rules

    read_rules(game, rule or "", search, as_json)


class _TakesForces(TyperCommand):
    """A command whose arguments are forces: ``-3 infantry`` is a wrong number, not an unknown option ``-3``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", one) for one in args])


@app.command(cls=_TakesForces)
def odds(
    game: GameId,
    attack: Annotated[
        str, typer.Argument(metavar="ATTACKER", help="The attacking force: '10 inf, 5 tank, 3 ftr'.")
    ],
    defend: Annotated[str, typer.Argument(metavar="DEFENDER", help="The defending force, in the same way.")],
    sea: Annotated[bool, typer.Option("--sea", help="At sea; goes without saying where a ship is named.")] = False,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            "--losses",
            metavar="POLICY",
            help="Whom both sides lose first: cheapest, weakest, planes-last, land-last, or units from first to "
            "last: 'inf, ftr, tank'. 'keep-land', 'submerge', 'planes-back' and 'mass-aim' may stand behind it.",
        ),
    ] = "",
    attacker: Annotated[str, typer.Option("--attacker", metavar="POLICY", help="The attacker's own policy.")] = "",
    defender: Annotated[str, typer.Option("--defender", metavar="POLICY", help="The defender's own policy.")] = "",
    keep_land: Annotated[
        bool, typer.Option("--keep-land", help="The attacker keeps a land unit to the last, to capture.")
    ] = False,
    submerge: Annotated[
        bool, typer.Option("--submerge", "--withdraw", help="Submarines leave the battle as soon as they may.")
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
        bool, typer.Option("--retreat-best", help="... whenever that is worth more than to fight on.")
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
            "--territory", metavar="IPCS", min=0, max=1000, help="What capturing is worth, to weigh the best play."
        ),
    ] = 0,
    low_luck: LowLuck = False,
    samples: Annotated[
        int,
        typer.Option(
            "--samples", metavar="N", min=0, max=2_000_000, help="Sample N battles; 0: exact if possible."
        ),
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The same seed samples the same.")] = 0,
    by_round: Annotated[bool, typer.Option("--by-round", help="How the battle stands after each round.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="What these losses and this retreat cost against the best play.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw a picture: a file .svg or .png.")
    ] = None,
    fire_at: Annotated[
        int, typer.Option("--fire-at", metavar="N", min=1, help="Hexes: at which one the first army fires.")
    ] = 1,
    as_json: Json = False,
) -> None:
    """Work out what a battle is worth: exact odds, survivors, money.

    Units are named in full, in short (inf, arm, ftr, bmb, sub, dd, cv, bb, trn) or in the plural, with a power in
    front where a defence is of several; what is aboard stands in brackets: 'transport[inf, tank]'.

    In a game of hexes the attacker's armies stand between commas, hexes between semicolons, and the first army
    goes on along the defender's hexes: '4 inf fort 2 in mountain, then garrison, then 3 inf'.

    \b
    Examples:
      sandtable odds 1941 "10 inf, 5 tank, 3 ftr" "12 inf, 3 tank, 2 ftr"
      sandtable odds 1941 "2 sub, dd, cv, 2 ftr" "bb, 2 trn" --submerge
      sandtable odds 1941 "6 inf, 3 tank" "5 inf, ftr" --keep-land --retreat-chance 30%
      sandtable odds 1941 "6 inf, 2 ftr" "5 inf" --attacker "inf, ftr" --by-round --plot odds.png
      sandtable odds classic "4 inf, 2 bomber, bb" "5 inf, ftr, aa gun" --attacker-weapons "heavy bombers"
      sandtable odds revised-historical "5 inf, 2 tank, ftr" "6 inf, 2 flak" --defender-retreat-chance 40%
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

        tell_hex_odds(game, attack, defend, wishes, fire_at)
    else:
        tell_odds(game, attack, defend, wishes)


@app.command()
def sim(
    game: GameId,
    seats: Annotated[
        str,
        typer.Option(
            "--seats",
            metavar="BOTS",
            help="One bot for all, one for each seat in order of play, or 'germany=hard,...'.",
        ),
    ] = "random",
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed plays the same game.")] = 1,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=0, help="Stop after so many rounds; 0: until a side wins.")
    ] = 20,
    think: Think = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell every move, and why: the aim, the odds, the alternative.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the game to a save file.")
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    option: Switched = None,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Let bots play against each other.

    A bot is random, easy, medium or hard; 'hard@FILE' with other numbers; 'exec:COMMAND' a program of your own.

    \b
    Examples:
      sandtable sim 1941
      sandtable sim 1941 --seats hard --rounds 3 --explain
      sandtable sim 1941 --seats germany=hard,japan=hard --seed 7 --out game.sandtable
      sandtable sim 1941 --seats "exec:python3 mybot.py" --json
      sandtable sim hgw --scenario fall-of-germany
    """
    from sandtable.cli.sim import simulate

    options = {"low-luck": low_luck, "short-game": short_game} | dict.fromkeys(option or (), True)
    simulate(game, seats, seed, rounds, think, out, options, explain, scenario, as_json)


@app.command()
def bot(
    name: Annotated[
        str | None, typer.Argument(metavar="[BOT]", help="A bot's name; not given: list them.")
    ] = None,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="Which game it plays.")] = "1941",
    as_json: Json = False,
) -> None:
    """List the bots, or be one for another program.

    With a name it reads questions from stdin and writes answers to stdout, a line of JSON each, until stdin ends.
    docs/bots.md has the words.

    \b
    Examples:
      sandtable bot                               which bots are there?
      sandtable bot hard --game 1941
      sandtable sim 1941 --seats "germany=exec:sandtable bot hard"
    """
    from sandtable.cli.bot import list_bots, serve_bot

    if name is None:
        list_bots(as_json)
    else:
        serve_bot(name, game)


@app.command()
def arena(
    game: GameId,
    bots: Annotated[list[str], typer.Argument(metavar="BOT...", help="Two or more bots; one plays itself.")],
    games_: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Games a pairing, half of them from each side.")
    ] = 20,
    rounds: Rounds = 15,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write a page with pictures: a file .html.")
    ] = None,
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Let bots play against each other many times, and count.

    Every two bots play from both sides with the same dice. A bot that answers illegally, too late or not at all
    loses that game. A game that nobody has won after the last round goes to the side that has gained clearly in
    units, money and income, and is counted as adjudicated. Exit code 1 if a bot failed.

    \b
    Examples:
      sandtable arena 1941 easy medium hard --games 100 --report arena.html
      sandtable arena 1941 hard hard@tuned.yaml --games 200 --jobs 2
      sandtable arena 1941 hard --games 100       hard against itself: which side is better off?
      sandtable arena 1941 medium "exec:python3 mybot.py" --think 2
      sandtable arena 1941 easy hard --ray auto
    """
    from sandtable.cli.arena import hold_arena

    options = {"low-luck": low_luck, "short-game": short_game}
    hold_arena(game, bots, games_, rounds, think, seed, options, cores(jobs), ray, report, scenario, as_json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    round_: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Tell this round only.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Tell it in Markdown.")] = False,
    as_json: Json = False,
) -> None:
    """Tell a saved game as a story, with dice and losses.

    \b
    Examples:
      sandtable replay game.sandtable
      sandtable replay game.sandtable --round 3
      sandtable replay game.sandtable | less
      sandtable replay game.sandtable --markdown > story.md
    """
    from sandtable.cli.replay import tell_game

    tell_game(file, round_, markdown, as_json)


@app.command()
def stats(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    as_json: Json = False,
) -> None:
    """Count a saved game: income, armies, losses by round, and how lucky the dice were.

    The percentile says how many of a hundred such series of dice would have done worse: 50 is as expected.

    \b
    Examples:
      sandtable stats game.sandtable
      sandtable stats game.sandtable --json > game.json
    """
    from sandtable.cli.stats import count_game

    count_game(file, as_json)


@app.command()
def check(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Scenario files, or folders of them.")],
    as_json: Json = False,
) -> None:
    """Run scenario files: do the rules work as written?

    Exit code 1 if a scenario fails, 2 if there is none.

    \b
    Examples:
      sandtable check dispute.yaml
      sandtable check tests/scenarios
    """
    from sandtable.cli.check import check_scenarios

    check_scenarios(paths, as_json)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A save file.")],
    commitment: Annotated[
        str,
        typer.Option("--commitment", metavar="HEX", help="What you noted down before the first roll."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Verify that a game was played by the rules and with honest dice.

    Exit code 1 if something is wrong; the first wrong die is named.

    \b
    Examples:
      sandtable verify game.sandtable
      sandtable verify game.sandtable --commitment 5f0c...
    """
    from sandtable.cli.verify import verify_game

    verify_game(file, commitment, as_json)


lab_app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Study games: tune bots, weigh sides.")
app.add_typer(lab_app, name="lab")
OneBot = Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot that plays both sides.")]


@lab_app.command("tune")
def lab_tune(
    game: GameId,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot whose numbers are tuned.")] = "hard",
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The level file to write; its log is put beside it.")
    ] = Path("tuned.yaml"),
    games_: Annotated[
        int, typer.Option("--games", metavar="N", min=2, help="Games a step, half of them from each side.")
    ] = 20,
    steps: Annotated[int, typer.Option("--steps", metavar="N", min=1, help="The last step.")] = 50,
    prove: Annotated[
        int, typer.Option("--prove", metavar="N", min=0, help="At the end, games against the old numbers.")
    ] = 0,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the log.")] = False,
    rounds: Rounds = 8,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
) -> None:
    """Tune the numbers of a bot by self-play.

    In each step all numbers are moved a little, up or down by lot, and play against the same moves the other way;
    the numbers follow the winner. After each step the level file is written anew. Play it as 'hard@FILE'.

    \b
    Examples:
      sandtable lab tune 1941 --games 40 --steps 100
      sandtable lab tune 1941 --bot medium --out medium-tuned.yaml --prove 100
      sandtable lab tune 1941 --games 40 --steps 200 --resume
    """
    from sandtable.cli.lab import tune_bot

    tune_bot(game, bot, out, games_, steps, prove, resume, rounds, think, seed, cores(jobs), ray)


@lab_app.command("balance")
def lab_balance(
    game: GameId,
    bot: OneBot = "hard",
    games_: Annotated[int, typer.Option("--games", metavar="N", min=2, help="Games with each bid.")] = 40,
    most: Annotated[int, typer.Option("--most", metavar="IPCS", min=4, help="The largest bid to try.")] = 24,
    rounds: Rounds = 15,
    think: Think = None,
    seed: Seed = 1,
    jobs: Jobs = 0,
    ray: Ray = "",
    low_luck: LowLuck = False,
    short_game: ShortGame = False,
    scenario: ScenarioName = "",
    as_json: Json = False,
) -> None:
    """Which side is better off, and what bid would even it out?

    A bot plays both sides; then the weaker side is given money before the game, more and more of it, dealt evenly
    to its powers. The same dice are used with every bid. In a game of hexes nobody has money: it is only told who
    wins more.

    \b
    Examples:
      sandtable lab balance 1941 --games 100
      sandtable lab balance 1941 --bot medium --most 40 --json
      sandtable lab balance hgw --scenario fall-of-germany
    """
    from sandtable.cli.lab import weigh_sides

    options = {"low-luck": low_luck, "short-game": short_game}
    weigh_sides(game, bot, games_, most, rounds, think, seed, options, scenario, cores(jobs), ray, as_json)


map_app = typer.Typer(rich_markup_mode=None, no_args_is_help=True, help="Build, check and draw maps of boards.")
app.add_typer(map_app, name="map")
Board = Annotated[str, typer.Argument(metavar="GAME|FOLDER", help="A game's id, or a folder with a board.yaml.")]


@map_app.command("build")
def map_build(
    game: Board,
    draft: Annotated[bool, typer.Option("--draft", help="Coarse and quick.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where to write; else map.json in the folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Build the map of a board from its places.yaml. Needs the extra 'sandtable[maps]'.

    Exit code 1 if what is drawn is not what is adjacent; the differences are told with longitude and latitude.

    \b
    Examples:
      sandtable map build 1941
      sandtable map build my-board/ --draft --out draft.json
    """
    from sandtable.cli.map import build_map

    build_map(game, draft, out, as_json)


@map_app.command("check")
def map_check(
    game: Board,
    draft: Annotated[
        bool, typer.Option("--draft", help="Check a quick draft of the places as they are now, not the map.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Is what is drawn touching what is adjacent? Exit code 1 if not.

    \b
    Examples:
      sandtable map check 1941
      sandtable map check my-board/ --draft
    """
    from sandtable.cli.map import check_map

    check_map(game, draft, as_json)


@map_app.command("render")
def map_render(
    game: Board,
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="An .svg, a .png, or a .pdf: a poster on A1.")
    ] = Path("map.svg"),
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="A save file: draw its last position.")
    ] = None,
    opening: Annotated[bool, typer.Option("--opening", help="Draw the starting position.")] = False,
    dark: Annotated[bool, typer.Option("--dark", help="The dark sheet.")] = False,
    width: Annotated[int, typer.Option("--width", metavar="PIXELS", min=100, help="Of a .png.")] = 2400,
    bare: Annotated[bool, typer.Option("--bare", help="Without names.")] = False,
    crop: Annotated[
        str, typer.Option("--crop", metavar="WINDOW", help="Of a hex board: 'europe', or two hexes, '0326-2350'.")
    ] = "",
) -> None:
    """Draw the map of a board.

    \b
    Examples:
      sandtable map render 1941 --out map.svg
      sandtable map render 1941 --opening --dark --out map.png --width 4000
      sandtable map render 1941 --position evening.sandtable --out now.svg
      sandtable map render hgw --crop europe --out europe.svg
    """
    from sandtable.cli.map import render_map

    render_map(game, out, position, opening, dark, width, bare, crop)
