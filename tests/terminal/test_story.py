"""Narrating events in players' words."""

from msgspec.structs import replace

from sandtable import games
from sandtable.area import events as ev
from sandtable.area.forces import EMPTY, Piece
from sandtable.area.parts.guns import GunFired, ShotDown
from sandtable.area.parts.neutrals import NeutralViolated
from sandtable.area.parts.raids import Bombed
from sandtable.area.parts.research import Researched
from sandtable.area.parts.rockets import RocketFired
from sandtable.area.state import AreaState, Battle, Hits, Strip
from sandtable.area.story import Narrator, story, tell
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal

GAME = games.area("1941")
WORLD = GAME.world
INFANTRY, TANK = Piece("germany", "infantry"), Piece("germany", "tank")
RED = Piece("ussr", "infantry")


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert isinstance(state, AreaState)
    return state


def told(event: ev.AreaEvent) -> str | None:
    return tell(WORLD, opening(), event)


def test_a_battle() -> None:
    battle = Battle(
        "Karelia",
        "land",
        "germany",
        Strip(((INFANTRY, 3), (TANK, 1))),
        Strip(((RED, 3),)),
    )
    assert told(ev.BattleBegan(battle)) == (
        "Germany attacks Karelia: 3 infantry and 1 tank against the Soviet Union's 3 infantry."
    )
    assert told(ev.BattleEnded("Karelia", "attacker", ((TANK, 1),), EMPTY)) == (
        "Germany wins the battle of Karelia with 1 tank left."
    )
    assert told(ev.BattleEnded("Karelia", "defender", EMPTY, ((RED, 2),))) == (
        "The defenders hold Karelia with 2 infantry left."
    )


def test_dice() -> None:
    fire = (ev.Fire("infantry", 1, (1, 2, 5), 1), ev.Fire("tank", 3, (3,), 1))
    assert told(ev.Rolled("Karelia", "attack", "fire", fire, (Hits("other", 2),))) == (
        "Attackers roll 1 2 5 (infantry, hit on 1), 3 (tank, hit on 3 or less): 2 hits."
    )
    assert told(ev.Rolled("Karelia", "attack", "fire", fire[:1], ())) == (
        "Attackers roll 1 2 5 (infantry, hit on 1): 1 hit, 1 without a target."
    )
    low = (ev.Fire("infantry", 1, (), 0, 3), ev.Fire("tank", 3, (4,), 1, 2))
    assert told(ev.Rolled("Karelia", "attack", "fire", low, (Hits("other", 1),))) == (
        "Attackers have 9 points (3 infantry at 1, 2 tanks at 3) and roll 4: 1 hit."
    )


def test_losses() -> None:
    ship = Piece("uk", "battleship")
    assert told(ev.LossesTaken("Karelia", "attack", EMPTY, ((INFANTRY, 2),))) == "Germany loses 2 infantry."
    assert told(ev.LossesTaken("Sea Zone 8", "defend", ((ship, 1),), EMPTY)) == (
        "The United Kingdom takes damage to 1 battleship."
    )
    both = ((RED, 1), (Piece("uk", "infantry"), 1))
    assert told(ev.LossesTaken("Karelia", "defend", EMPTY, both)) == (
        "The defenders lose 1 Soviet infantry and 1 British infantry."
    )


def test_control() -> None:
    assert told(ev.ControlChanged("Karelia", "germany", "ussr", "capture")) == (
        "Germany takes Karelia (1) from the Soviet Union."
    )
    assert told(ev.ControlChanged("Russia", "germany", "ussr", "capture")) == (
        "Germany takes Russia (3) from the Soviet Union, and with it Moscow."
    )
    assert told(ev.TreasurySeized("ussr", "germany", 7)) == "Germany seizes the Soviet treasury: 7 IPCs."


def test_like_moves_are_one_sentence() -> None:
    narrator, state = Narrator(WORLD), opening()
    for piece in (INFANTRY, TANK, INFANTRY):
        narrator.hear(state, ev.Moved(piece, 1, ("Ukraine", "Caucasus"), piece))
    assert narrator.lines() == ["2 infantry and 1 tank move from Ukraine to Caucasus."]


def test_the_events_of_one_action_are_grouped() -> None:
    empty = Piece("germany", "transport")
    half, full = (Piece("germany", "transport", cargo=(INFANTRY,) * n) for n in (1, 2))
    loads = (ev.Loaded("Sea Zone 8", "Germany", INFANTRY, a, b) for a, b in ((empty, half), (half, full)))
    told_all = GAME.guide.tell_all([(opening(), load) for load in loads])
    assert told_all == ("2 infantry board a transport in Sea Zone 8 from Germany.",)
    assert tell(WORLD, opening(), ev.Loaded("Sea Zone 8", "Germany", INFANTRY, empty, half)) == (
        "1 infantry boards a transport in Sea Zone 8 from Germany."
    )


def test_only_the_last_order_counts() -> None:
    narrator, state = Narrator(WORLD), opening()
    narrator.hear(state, ev.Ordered("ussr", {"tank": 1}, 6))
    narrator.hear(state, ev.Ordered("ussr", {"infantry": 2}, 6))
    assert narrator.lines() == ["The Soviet Union buys 2 infantry for 6 IPCs."]


def test_a_whole_game_is_narrated_phase_by_phase() -> None:
    record = Record.begin(GAME, Setup(), SeededDice.from_seed(5))
    assert not isinstance(record, Refusal)
    bot = RandomBot(GAME, 5)
    while record.pending and record.state.round < 3:
        decision = record.pending[0]
        record.act(decision.seat, bot.choose(record.state, decision))
    chapters = list(story(record))
    assert [chapter.power for chapter in chapters if chapter.phase == "income"] == list(WORLD.order) * 2
    lines = [line for chapter in chapters for line in chapter.lines]
    assert all(line.endswith(".") and not line[0].islower() for line in lines)
    assert not any("_" in line or "Piece" in line for line in lines)


def test_the_events_of_classic() -> None:
    """Research, guns, neutrals, raids, rockets, withdrawal: everything is narrated."""
    game = games.area("classic")
    state = game.start(Setup())
    assert isinstance(state, AreaState)
    bomber, submarine = Piece("uk", "bomber"), Piece("germany", "submarine")
    prizes = ((Piece("ussr", "antiaircraft_gun"), 1), (Piece("ussr", "industrial_complex"), 1))
    bombs = (ev.Fire("bomber", 0, (3, 6), 0),)
    said: list[tuple[ev.AreaEvent, str]] = [
        (
            Researched("germany", 10, (6, 2), (2, 1), ("jet-power",)),
            "Germany spends 10 IPCs on research and rolls 6 2, then 2 1: Jet Power.",
        ),
        (
            Researched("usa", 5, (4,)),
            "The United States spends 5 IPCs on research and rolls 4: no breakthrough.",
        ),
        (NeutralViolated("germany", "Spain", 3), "Germany violates neutral Spain for 3 IPCs."),
        (GunFired("Germany", 1, (1, 5), 1), "The gun in Germany fires at 2 planes: 1 5, 1 hit."),
        (ShotDown("Germany", ((bomber, 1),)), "1 British bomber is shot down on the way to Germany."),
        (
            ev.PrizesTaken("Russia", "japan", prizes),
            "Japan takes over 1 antiaircraft gun and 1 industrial complex there.",
        ),
        (
            ev.CalledOff("Baltic Sea Zone", "Germany"),
            "The landing in Germany from Baltic Sea Zone is called off: its troops are lost.",
        ),
        (
            RocketFired("germany", "Western Europe", "United Kingdom", "uk", (5,), 5),
            "Germany fires a rocket from Western Europe at United Kingdom: 5, the United Kingdom loses 5 IPCs.",
        ),
        (Bombed("Germany", "germany", bombs, 9), "Bombs on Germany: 3 6, Germany loses 9 IPCs."),
        (
            ev.Withdrew("Baltic Sea Zone", "defend", "germany", "English Channel Sea Zone", ((submarine, 2),)),
            "2 German submarines withdraw to English Channel Sea Zone.",
        ),
        (
            ev.Forfeited("uk", {"battleship": 1}),
            "The United Kingdom has no place for 1 battleship and loses it.",
        ),
        (
            ev.BattleBegan(Battle("Germany", "raid", "uk", Strip(((bomber, 2),)), Strip())),
            "The United Kingdom raids the factory in Germany with 2 bombers.",
        ),
        (
            ev.Won("axis", "victory.axis-economic", ("japan",)),
            "The Axis powers have won the war (classic.victory.axis-economic); Japan has grown most.",
        ),
    ]
    for event, words in said:
        assert tell(game.world, state, event) == words


def test_troops_that_are_still_aboard_stay_there() -> None:
    state = opening()
    power = next(iter(state.turn.phases))
    ship = Piece(power, "transport", cargo=(Piece(power, "infantry", landing="Germany"),))
    state = replace(state, stacks={**state.stacks, "Baltic Sea Zone": ((ship, 1),)})
    event = ev.CalledOff("Baltic Sea Zone", "Germany")
    assert tell(WORLD, state, event) == "The troops in Baltic Sea Zone stay aboard and don't land in Germany."


def test_what_leaves_a_battle_and_stays_has_its_own_word() -> None:
    world = games.area("global-1940").world
    state = games.area("global-1940").start(Setup())
    assert isinstance(state, AreaState)
    for unit, count, said in (
        ("submarine", 1, "1 German submarine submerges."),
        ("fighter", 1, "1 German fighter breaks off."),
        ("tactical_bomber", 2, "2 German tactical bombers break off."),
        ("fortification", 1, "1 German fortification is out of action."),
    ):
        event = ev.Submerged("France", "attack", "germany", ((Piece("germany", unit), count),))
        assert tell(world, state, event) == said
