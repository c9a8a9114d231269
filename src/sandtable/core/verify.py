"""Verifies that a game followed the rules and that its dice follow from the seal.

Every action is checked and decided again, in order, with dice recomputed from the secret; the events must match
the log. Without a secret the dice are taken from the log, and only the rules are verified.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from sandtable.core.dice import Provenance, ScriptedDice, SeededDice
from sandtable.core.game import Game, Setup
from sandtable.core.record import Entry, Record, amended
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import OTHER_EDITION, BadFile, opens, parse, read_bytes

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

Standing = Literal["verified", "partly", "sealed", "unverifiable", "wrong"]


NAMED = 20
"""How many edits are listed by number."""


class Fault(msgspec.Struct, frozen=True):
    """The first fault. Entries, events and dice are counted from 1; 0 means none in particular."""

    why: str
    entry: int = 0
    event: int = 0
    die: int = 0

    def __str__(self) -> str:
        counted = (("entry", self.entry), ("event", self.event), ("die", self.die))
        where = ", ".join(f"{name} {number}" for name, number in counted if number)
        return f"{where}: {self.why}" if where else self.why


class Verdict(msgspec.Struct, frozen=True):
    """The result of verifying a game."""

    dice: Standing
    """``verified``: every die follows from the secret. ``partly``: only those since the game changed its dice.
    ``sealed``: the secret isn't published. ``unverifiable``: the dice were never sealed. ``wrong``: see fault."""
    entries: int
    """How many entries are correct."""
    dice_verified: int
    """How many dice were recomputed and are correct."""
    says: str
    """The result in words."""
    fault: Fault | None = None
    edits: tuple[int, ...] = ()
    """Entries that are edits by hand."""

    @property
    def good(self) -> bool:
        """Whether nothing is wrong. What couldn't be verified doesn't count."""
        return self.fault is None


def verify(record: Record[S, A, E], commitment: str = "") -> Verdict:
    """Verify a game. ``commitment``: the one you noted before the first roll, since a file could name another."""
    return _verdict(record.game, record.setup, record.provenance, record.entries, commitment)[0]


def verify_file(
    path: Path, find_game: Callable[[str], Game[S, A, E] | None], commitment: str = ""
) -> Verdict | BadFile:
    """Verify a save file, even one that wouldn't load, to find the fault."""
    data = read_bytes(path)
    if isinstance(data, BadFile):
        return data
    saved = parse(data, find_game)
    if isinstance(saved, BadFile):
        return saved
    if saved.dice.secret and not opens(saved.dice):
        return _wrong("wrong", Fault("The secret is not the one that was committed to before the first roll."))
    verdict, digest = _verdict(saved.game, saved.setup, saved.dice, saved.entries, commitment)
    if not verdict.good:
        return _noting(saved.other_edition, verdict)
    fault = None
    if saved.comparable and saved.closing.digest != digest:
        fault = Fault("The game does not end as the closing line says.")
    elif saved.closing.checksum != saved.checksum:
        fault = Fault("The lines do not match their checksum, though every one of them holds good by itself.")
    if fault is None:
        return verdict
    return _noting(saved.other_edition, msgspec.structs.replace(verdict, fault=fault, says=str(fault)))


def _noting(other_edition: bool, verdict: Verdict) -> Verdict:
    """Notes that a fault may come from changed game files rather than the players."""
    if not other_edition:
        return verdict
    return msgspec.structs.replace(verdict, says=f"{verdict.says} {OTHER_EDITION}")


def _verdict(
    game: Game[S, A, E], setup: Setup, dice: Provenance, entries: Sequence[Entry[A, E]], commitment: str
) -> tuple[Verdict, str]:
    """The verdict, and the digest of the final state if nothing is wrong."""
    if commitment and commitment.lower() != dice.commitment:
        return _wrong("wrong", Fault("The game was not played with the dice that were committed to.")), ""
    state = game.start(setup)
    if isinstance(state, Refusal):
        return _wrong(_standing(dice), Fault(f"This set-up is not allowed: {state.why} ({state.rule})")), ""
    sealed = SeededDice(bytes.fromhex(dice.secret), dice.entropy) if dice.secret else None
    rolled = verified = 0
    for number, entry in enumerate(entries, 1):
        after = sealed if sealed and rolled >= dice.since else None
        if after:
            after.seek(rolled - dice.since)
        outcome = _entry_again(game, state, entry, number, after)
        if isinstance(outcome, Fault):
            standing = "wrong" if outcome.die and after else _standing(dice)
            return _wrong(standing, outcome, number - 1, verified), ""
        state, faces = outcome
        rolled += faces
        verified += faces if after else 0
    standing = _standing(dice)
    edits = tuple(number for number, entry in enumerate(entries, 1) if entry.edit)
    says = _praise(standing, len(entries), verified, rolled, edits)
    return Verdict(standing, len(entries), verified, says, edits=edits), game.digest(state)


def _entry_again(
    game: Game[S, A, E], state: S, entry: Entry[A, E], number: int, sealed: SeededDice | None
) -> tuple[S, int] | Fault:
    """Decide one entry again. Returns the state after it and how many dice were rolled, or the fault."""
    try:
        if entry.edit:
            return _edit_again(game, state, entry, number)
        refusal = game.check(state, entry.seat, entry.action)
        if refusal is not None and not game.rulebook.overruled(refusal.rule):
            return Fault(f"{entry.seat} may not do this: {refusal.why} ({refusal.rule})", number)
        faces = [face for event in entry.events for face in game.dice_of(event)]
        script = ScriptedDice(faces)
        events = game.decide(state, entry.seat, entry.action, sealed or script)
        for index, (says, follows) in enumerate(zip(entry.events, events, strict=False), 1):
            if says != follows:
                return _difference(game.dice_of(says), game.dice_of(follows), number, index)
        if len(events) != len(entry.events):
            why = f"{len(events)} events follow from this action; the log has {len(entry.events)}."
            return Fault(why, number, min(len(events), len(entry.events)) + 1)
        if not sealed and script.left:
            return Fault("The log shows dice that no rule asks for.", number)
        for event in events:
            state = game.evolve(state, event)
    except Exception as error:  # a forged entry may break any assumption of the rules
        return Fault(f"This cannot have happened here ({error!r}).", number)
    return state, len(faces)


def _edit_again(game: Game[S, A, E], state: S, entry: Entry[A, E], number: int) -> tuple[S, int] | Fault:
    """Apply an edit again."""
    events = amended(game, state, entry.action)
    if isinstance(events, Refusal):
        return Fault(f"This cannot be changed by hand: {events.why}", number)
    if events != entry.events:
        return Fault("This does not follow from the change.", number)
    for event in events:
        state = game.evolve(state, event)
    return state, 0


def _difference(says: tuple[int, ...], follows: tuple[int, ...], entry: int, event: int) -> Fault:
    for die, (shown, right) in enumerate(zip(says, follows, strict=False), 1):
        if shown != right:
            return Fault(f"The log shows a {shown}; the die fell on {right}.", entry, event, die)
    if len(says) != len(follows):
        why = f"{len(follows)} dice are rolled here; the log shows {len(says)}."
        return Fault(why, entry, event, min(len(says), len(follows)) + 1)
    return Fault("This does not follow from the action.", entry, event)


def _standing(dice: Provenance) -> Standing:
    if dice.source != "seeded":
        return "unverifiable"
    if not dice.secret:
        return "sealed"
    return "partly" if dice.since else "verified"


def _praise(standing: Standing, entries: int, verified: int, rolled: int, edits: tuple[int, ...]) -> str:
    rules = f"All {entries - len(edits)} decisions follow the rules."
    if edits:
        numbers = ", ".join(map(str, edits[:NAMED])) + (" ..." if len(edits) > NAMED else "")
        which = f"Entry {numbers} was" if len(edits) == 1 else f"Entries {numbers} were"
        rules = f"{which} changed by hand. All {entries - len(edits)} other entries follow the rules."
    match standing:
        case "sealed":
            return (
                f"{rules} The {rolled} dice are still sealed: they can be verified once the secret is published."
            )
        case "unverifiable":
            return f"{rules} The {rolled} dice were not sealed, so they cannot be verified."
        case "partly":
            return (
                f"{rules} {verified} of {rolled} dice follow from the secret; those before were rolled elsewhere."
            )
        case _:
            return f"{rules} All {verified} dice follow from the secret."


def _wrong(standing: Standing, fault: Fault, entries: int = 0, dice: int = 0) -> Verdict:
    return Verdict(standing, entries, dice, str(fault), fault)
