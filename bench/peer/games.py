"""One game between a bot of ours and another engine's, turn by turn.

sandtable keeps the game and judges it as the arena does. A turn of one of our powers is played here, by its rules
and with its dice. For a turn of one of theirs the whole position goes to the other engine (TripleA, or another
checkout), which plays that turn by itself, and the position after it is taken over.
"""

from pathlib import Path
from time import perf_counter
from typing import Literal

import msgspec
from msgspec.structs import replace

from bench.peer.engine import Engine
from bench.peer.positions import heard, told
from bench.peer.turns import Faulty, play_turn, seat_bots
from bench.peer.words import Words
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.story import story
from sandtable.area.turns import first_phases, next_turn, turn_begins, turn_ends
from sandtable.area.victory import victor
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.lab.strength import Course, adjudged, shares

Whose = Literal["axis", "allies", "both", "none"]


class Turn(msgspec.Struct, frozen=True):
    """One power's turn: who played it, what it cost, and how each side stood after it."""

    round: int
    power: str
    by: str
    wall: float
    work: float
    """Seconds of the processor."""
    shares: dict[str, float]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    game: str
    seed: int
    ours: Whose
    bot: str
    winner: str
    how: Literal["victory", "adjudicated", "draw", "fault"]
    round: int
    opening: dict[str, float]
    shares: dict[str, float]
    turns: list[Turn]
    fault: str = ""


class Bout:
    """Plays one game; ``folder`` gets its story and the position before every turn."""

    def __init__(
        self,
        game: AreaGame,
        bot: str,
        ours: Whose,
        seed: int,
        peer: Engine | None,
        words: Words,
        folder: Path,
        rounds: int,
    ) -> None:
        self.game = game
        self.world = self.game.world
        self.guide = self.game.guide
        self.words = words
        self.bot, self.ours, self.seed, self.rounds = bot, ours, seed, rounds
        self.sides = {"axis": ("axis",), "allies": ("allies",), "both": ("axis", "allies"), "none": ()}[ours]
        self.peer = peer
        self.setup = Setup("", {}, self.guide.box.players_in(""))
        self.bots = seat_bots(game, bot, seed)
        self.name = f"{game.id}-{seed}-{ours}"
        self.folder = folder

    def play(self) -> Outcome:
        """Play the game to its end."""
        opening = self.game.start(self.setup)
        assert not isinstance(opening, Refusal)
        state, turns, fault = opening, list[Turn](), None
        course = Course(self.guide, opening)
        tale = (self.folder / f"{self.name}.txt").open("w")
        states = (self.folder / f"{self.name}.states.jsonl").open("wb")
        with tale, states:
            while not state.winner and state.round <= self.rounds and not course.follow(state):
                power, number = active(state)[0], state.round
                states.write(msgspec.json.encode(state) + b"\n")
                mine = self.world.side(power) in self.sides
                began = perf_counter()
                try:
                    state, lines, work = self._our_turn(state, power) if mine else self._their_turn(state, power)
                except Faulty as found:
                    fault = found
                    break
                now = {side: round(share, 4) for side, share in shares(self.guide, state).items()}
                by = self.bot if mine or self.peer is None else self.peer.name
                turns.append(Turn(number, power, by, perf_counter() - began, work, now))
                print(f"-- round {number}, {power} ({by}): {now}", *lines, sep="\n", file=tale, flush=True)
        return self._outcome(opening, state, turns, fault)

    def _outcome(self, opening: AreaState, state: AreaState, turns: list[Turn], fault: Faulty | None) -> Outcome:
        how: Literal["victory", "adjudicated", "draw", "fault"]
        if fault is not None:
            failed = self.world.side(fault.seat)
            winner, how = next(side for side in self.world.game.sides if side != failed), "fault"
        elif state.winner:
            winner, how = state.winner, "victory"
        else:
            winner = adjudged(self.guide, opening, state)
            how = "adjudicated" if winner else "draw"
        before, after = shares(self.guide, opening), shares(self.guide, state)
        why = "" if fault is None else str(fault)
        return Outcome(
            self.game.id, self.seed, self.ours, self.bot, winner, how, state.round, before, after, turns, why
        )

    def _our_turn(self, state: AreaState, power: str) -> tuple[AreaState, list[str], float]:
        """The state after a turn of ours, its story, and the bots' work."""
        record, work = play_turn(self.game, self.setup, self.bots, state, power, self.seed)
        lines = []
        for chapter in story(record, indent="  "):
            if chapter.power == power and chapter.lines:
                lines += [f"[{chapter.phase}]", *(f"  {line}" for line in chapter.lines)]
        return record.state, lines, work

    def _their_turn(self, state: AreaState, power: str) -> tuple[AreaState, list[str], float]:
        """The state after a turn of theirs: the next one has begun, or somebody has won."""
        assert self.peer is not None
        name = self.words.powers[power]
        answer = self.peer.ask(f"PLAY\t{name}\t{state.round}\t{self.seed}", *told(self.words, state), "GO")
        for line in answer:
            if line[0] == "FAULT":
                raise Faulty(line[1], line[2])
        after, odd = heard(self.words, state, answer)
        lines = [line[1] for line in answer if line[0] == "H"] + [f"! {one}" for one in odd]
        work = sum(float(line[3]) for line in answer if line[0] == "S")
        after = replace(after, turn=state.turn)  # next_turn asks whose turn it was
        met = victor(self.world, after, power)
        if met is not None:
            return replace(after, winner=met.side), lines, work
        number, team = next_turn(self.world, after)
        after = replace(turn_ends(after), round=number, turn=replace(state.turn, control={}))
        return turn_begins(self.world, after, first_phases(self.world, after, team)), lines, work
