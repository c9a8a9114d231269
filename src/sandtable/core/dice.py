"""Sources of dice: sealed and verifiable, typed in at a table, or scripted.

Sealed dice work like this. Before the first roll the host publishes the *commitment*: the SHA-256 of a 32-byte
secret. Then each player may add some words: the *entropy*. Die ``n`` of the game (from 0) is HMAC-SHA256(secret,
``"{entropy}|{n}|0"``) modulo its sides, plus one; a number that would favour low faces is rejected and ``|1``,
``|2`` ... are tried. At the end the secret is published, so anyone can recompute the dice.
"""

import hmac
import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Literal, Protocol

import msgspec

SECRET_BYTES = 32
_RANGE = 1 << 256


class Dice(Protocol):
    """A source of dice. Rules only roll them; where they come from is decided at the edge of the program."""

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        """Return ``count`` dice, each from 1 to ``sides``."""
        ...


Source = Literal["seeded", "scripted", "hand", "other"]


class Provenance(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a save file says about its dice."""

    source: Source
    commitment: str = ""
    """SHA-256 of the secret, in hex. Published before the first roll."""
    entropy: str = ""
    """What the players added after seeing the commitment."""
    secret: str = ""
    """In hex. Anyone who has it knows all future dice."""
    since: int = 0
    """How many dice of the log were rolled before this source took over."""


class NoDice(Exception):
    """The game needs dice and there are none. Nothing has changed."""


class DiceExhausted(NoDice):
    """A script of dice ran out: the game rolled more often than the script allows."""


class ScriptedDice:
    """Dice that roll as written.

    >>> dice = ScriptedDice([1, 6, 3])
    >>> dice.roll(2)
    (1, 6)
    >>> dice.left
    (3,)
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._next = 0

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        end = self._next + count
        if end > len(self._faces):
            raise DiceExhausted(f"{count} dice asked for, {len(self.left)} left in the script")
        faces = tuple(self._faces[self._next : end])
        wrong = [f for f in faces if not 1 <= f <= sides]
        if wrong:
            raise ValueError(f"a die with {sides} sides cannot show {wrong[0]}")
        self._next = end
        return faces

    @property
    def left(self) -> tuple[int, ...]:
        """The dice not rolled yet."""
        return tuple(self._faces[self._next :])

    @property
    def provenance(self) -> Provenance:
        return Provenance("scripted")


def commitment_of(secret: bytes) -> str:
    """The commitment to publish before the first roll."""
    return sha256(secret).hexdigest()


class SeededDice:
    """Sealed dice: unpredictable, and verifiable afterwards.

    The same secret and entropy always give the same dice. A die depends only on its number and its sides.

    >>> dice = SeededDice.from_seed(7)
    >>> first = dice.roll(8)
    >>> dice.used
    8
    >>> dice.seek(3)
    >>> dice.roll(5) == first[3:]
    True
    """

    __slots__ = ("_prefix", "entropy", "secret", "used")

    def __init__(self, secret: bytes, entropy: str = "") -> None:
        if len(secret) != SECRET_BYTES:
            raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
        self.secret = secret
        self.entropy = entropy
        self.used = 0
        """How many dice have been rolled, which is the number of the next one."""
        self._prefix = entropy.encode() + b"|"

    @classmethod
    def fresh(cls, entropy: str = "") -> "SeededDice":
        """Dice with a new random secret, for a game between players."""
        return cls(secrets.token_bytes(SECRET_BYTES), entropy)

    @classmethod
    def from_seed(cls, seed: int | str, entropy: str = "") -> "SeededDice":
        """Reproducible dice, for simulation. Anyone who knows the seed knows the dice."""
        return cls(sha256(f"sandtable seed {seed}".encode()).digest(), entropy)

    @property
    def commitment(self) -> str:
        return commitment_of(self.secret)

    @property
    def provenance(self) -> Provenance:
        """Everything, the secret included. The caller must remove it before passing this on to others."""
        return Provenance("seeded", self.commitment, self.entropy, self.secret.hex())

    def seek(self, used: int) -> None:
        """Continue as if ``used`` dice had been rolled."""
        self.used = used

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        faces = tuple([self._die(number, sides) for number in range(self.used, self.used + count)])
        self.used += len(faces)
        return faces

    def _die(self, number: int, sides: int) -> int:
        # Above the last multiple of ``sides``, low faces would be more likely than others.
        fair = _RANGE - _RANGE % sides
        attempt = 0
        while True:
            message = self._prefix + b"%d|%d" % (number, attempt)
            value = int.from_bytes(hmac.digest(self.secret, message, "sha256"), "big")
            if value < fair:
                return value % sides + 1
            attempt += 1


AskForDice = Callable[[int, int, str], str]
"""Asks for dice: how many, with how many sides, and what was wrong with the last answer (or empty)."""


class HandDice:
    """Dice that somebody rolls on a real table and types in. Asks again for invalid input.

    >>> answers = iter(["6 7", "six", "5 2"])
    >>> def ask(count, sides, wrong):
    ...     print(wrong or f"Roll {count} dice.")
    ...     return next(answers)
    >>> HandDice(ask).roll(2)
    Roll 2 dice.
    A die with 6 sides cannot show 7.
    "six" is not a number.
    (5, 2)
    """

    def __init__(self, ask: AskForDice) -> None:
        self._ask = ask

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        if not count:
            return ()
        wrong = ""
        while True:
            faces = typed_faces(self._ask(count, sides, wrong), count, sides)
            if not isinstance(faces, str):
                return faces
            wrong = faces

    @property
    def provenance(self) -> Provenance:
        return Provenance("hand")


def typed_faces(answer: str, count: int, sides: int = 6) -> tuple[int, ...] | str:
    """Read dice as people type them, or say what is wrong.

    >>> typed_faces("3, 5 1", 3), typed_faces("351", 3)
    ((3, 5, 1), (3, 5, 1))
    >>> typed_faces("3 5", 3)
    'There are 2 dice here; 3 are needed.'
    """
    words = answer.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) == count and sides <= 9:
        words = list(words[0])  # one digit per die needs no spaces
    faces = []
    for word in words:
        if not (word.isascii() and word.isdecimal()):
            return f'"{word}" is not a number.'
        face = int(word[:100])  # a longer number is wrong anyway, and slow to parse
        if not 1 <= face <= sides:
            return f"A die with {sides} sides cannot show {word}."
        faces.append(face)
    if len(faces) != count:
        return f"There are {len(faces)} dice here; {count} are needed."
    return tuple(faces)


class AbsentDice:
    """Dice that aren't available here: sealed by another host, or typed in at a table.

    A game with such dice can be read and replayed. To continue it with other dice, fork it.
    """

    def __init__(self, provenance: Provenance) -> None:
        self.provenance = provenance

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        if self.provenance.source == "seeded":
            raise NoDice("the dice of this game are sealed: only the host who holds the secret can roll them")
        raise NoDice(f"this game was played with {self.provenance.source} dice, which a file cannot keep")


def provenance_of(dice: Dice) -> Provenance:
    """The provenance of a source of dice."""
    if isinstance(dice, SeededDice | ScriptedDice | HandDice | AbsentDice):
        return dice.provenance
    return Provenance("other")
