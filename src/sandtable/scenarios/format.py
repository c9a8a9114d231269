"""The words of a scenario file: what a scenario, a step and an expectation may say.

A step is recognised by its *verb*, the key that says what is done: ``move``, ``order``, ``fight`` and so on. Each
verb has a class here; its keys are the keys of the file, and every key has a sentence that also goes into the
JSON Schema.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import field

from sandtable.area.position import Position

Names = str | Sequence[str | int]
"""Several names: a list, or a text with commas."""

Path = str | Sequence[str | int]
"""A path: a list of spaces, or a text such as ``Ukraine > West Russia > Russia``."""


Lines = str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]]
"""Lines such as ``attack: 1, 1, 3``: a list of them, with or without quotation marks."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Base of everything that stands in a scenario file: unknown keys are errors."""


# expectations


class BattleSeen(Words, frozen=True, kw_only=True):
    """The battle on the strip now."""

    space: str | int = ""
    """Where it is fought."""
    round: int | None = None
    """Which round it is in."""
    attack: str | None = None
    """The attackers still on the strip."""
    defend: str | None = None
    """The defenders still on the strip."""
    support: Mapping[str, str] = {}
    """Guns and ships that fire into the battle from where they stand, by side."""
    behind: Mapping[str, str] = {}
    """Casualties that have still to return fire, by side (``attack``, ``defend``)."""
    submerged: Mapping[str, str] = {}
    """Submarines that are out of the battle, by side."""


class Facts(Words, frozen=True, kw_only=True):
    """What the board and the tables of the game say, whatever has been played."""

    spaces: Mapping[str, int] = {}
    """How many spaces there are: ``territories``, ``sea_zones``."""
    value: Mapping[str, int] = {}
    """Values of territories."""
    total_value: int | None = None
    """The sum of all values."""
    owner: Mapping[str, str] = {}
    """Original controllers of territories."""
    capitals: Mapping[str, str] | None = None
    """All capitals: the power and the territory (or the city) that is its capital."""
    factories: Names | None = None
    """All territories with a factory."""
    neutral: Names | None = None
    """All neutral territories."""
    islands: Names = ()
    """Territories that are islands."""
    not_islands: Names = ()
    """Territories that are not."""
    adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of spaces that touch."""
    not_adjacent: Sequence[Sequence[str | int]] = ()
    """Pairs of spaces that do not."""
    neighbours: Mapping[str | int, Names] = {}
    """All neighbours of a space."""
    unit_types: Names | None = None
    """All unit types of the game."""
    unit_table: Mapping[str, Mapping[str, Any]] = {}
    """Lines of the unit table: ``cost``, ``attack``, ``defense``, ``move``, ``hits``, ``kind``, ``abilities``."""
    phases: Names | None = None
    """All phases of a turn, in order."""
    order: Names | None = None
    """The powers in order of play."""
    sides: Mapping[str, Names] = {}
    """The powers of each side."""
    deals: Mapping[int, Sequence[Names]] = {}
    """For a number of players, which powers the book gives to each of them."""
    absent: Names = ()
    """Things that this game expressly lacks."""


class Expect(Words, frozen=True, kw_only=True):
    """What must be true now. Everything that is not mentioned may be anything."""

    units: Mapping[str | int, str | Mapping[str, str]] = {}
    """Exactly these units in a space, by power; or all units there as one text with the powers in front."""
    total: Mapping[str, str] = {}
    """Exactly these units on the whole board, by power, cargo counted."""
    control: Mapping[str, str] = {}
    """Who holds a territory; ``nobody`` for a neutral."""
    territories: Mapping[str, int] = {}
    """How many territories a power controls; ``neutral`` counts those that nobody can."""
    treasury: Mapping[str, int] = {}
    """IPCs in hand, by power."""
    production: Mapping[str, int] = {}
    """Production levels, by power."""
    points: Mapping[str, int] = {}
    """What the cities that a side holds are worth together."""
    damage: Mapping[str, Mapping[str, int]] = {}
    """What bombs and rockets have done to a territory: ``income``, ``production``; ``{}`` for nothing."""
    capacity: Mapping[str, int] = {}
    """Units that the factory in a territory may still mobilize this turn, for the power that holds it."""
    bought: str | Mapping[str, str] | None = None
    """Units paid for and not yet placed, of the power on turn or by power."""
    round: int | None = None
    """The round that is being played."""
    turn: str = ""
    """The power whose turn it is."""
    phase: str = ""
    """The phase that it is in."""
    winner: str | None = None
    """The side that has won; ``nobody`` while the game goes on."""
    individual: Names | None = None
    """The powers of the winning side that have grown most."""
    growth: Mapping[str, str | float] = {}
    """How much the production of powers has grown since the start, in per cent, cut off after one decimal."""
    developments: Mapping[str, Names] = {}
    """All weapons that powers have developed."""
    prompt: str = ""
    """Words that the question to a seat must hold."""
    pending: Lines | None = None
    """All open decisions, each as ``germany: casualties`` (or only ``germany``); ``nothing`` when none is open."""
    hostile: Mapping[str, Names] = {}
    """Spaces that are hostile to a power now."""
    friendly: Mapping[str, Names] = {}
    """Spaces that are friendly to a power now."""
    battle: BattleSeen | str | None = None
    """The battle in progress, or ``none``."""
    sites: Names | None = None
    """All spaces where combat is still to be resolved."""
    retreats: Names | None = None
    """All spaces that the attacker may retreat to now; ``air`` if air units can leave alone."""
    stranded: Mapping[str | int, Mapping[str, str]] | None = None
    """All stranded air units, by space and power."""
    rolled: Lines | None = None
    """The volleys, in order: ``attack: 1, 1, 3, 3`` (what each die needs) or ``attack: 2 infantry``."""
    battle_steps: Sequence[int] | None = None
    """The numbers of the steps that battles went through, as in ``[3, 4, 5, 6]``."""
    hits: Mapping[str, int | Mapping[str, int]] = {}
    """Hits scored by a side (``attack``, ``defend``), in all or by kind of hit."""
    events: Sequence[str | Mapping[str, Any]] = ()
    """Events that happened in this order; what is not mentioned of an event may be anything."""
    no_events: Sequence[str | Mapping[str, Any]] = ()
    """Events that did not happen."""
    can: Sequence[Mapping[str, Any]] = ()
    """Steps that would be allowed now; none of them is played."""
    cannot: Sequence[Mapping[str, Any]] = ()
    """Steps that would be refused now, each with the rule that refuses it in ``refused``."""
    offers: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) that are among the choices offered to the seat that decides."""
    offers_no: Sequence[str | Mapping[str, Any]] = ()
    """Kinds of action (or steps) that are not."""
    facts: Facts | None = None
    """What the board and the tables say."""


# steps


class Step(Words, frozen=True, kw_only=True):
    """What every step may say beside its verb."""

    by: str = ""
    """Who acts; left out, the power on turn, or whoever owes the only open decision."""
    refused: str = ""
    """The rule that must refuse this step; nothing changes then."""
    why: str = ""
    """Words that the refusal must hold."""
    dice: Sequence[int] | None = None
    """The dice of this step, all of which must be rolled; left out, they come from the scenario's dice."""
    expect: Expect | None = None
    """What must be true after this step; its events and dice are those of this step."""
    note: str = ""
    """A word to the reader."""


class MoveStep(Step, frozen=True, kw_only=True):
    """Move units: ``{move: 2 infantry, path: Ukraine > West Russia}``."""

    move: str
    """The units, as in ``2 infantry, tank``."""
    path: Path = ()
    """The spaces that they go through, the first being where they are."""
    start: str | int = field(default="", name="from")
    """Where they are, instead of a path."""
    to: str | int = ""
    """The next space, where they go."""
    place: str | int = field(default="", name="in")
    """The space where they attack without moving."""
    attack: bool = False
    """Attack submarines and transports that could be ignored."""
    assault: str = ""
    """The territory of the amphibious assault that these ships take part in."""


class RaidStep(Step, frozen=True, kw_only=True):
    """Bombers fly to bomb a factory: ``{raid: bomber, path: United Kingdom > ... > Germany}``."""

    raid: str
    """The bombers."""
    path: Path = ()
    """The spaces that they fly through, the first being where they are."""
    start: str | int = field(default="", name="from")
    """Where they are, instead of a path."""
    to: str | int = ""
    """The next space, where the factory is."""
    place: str | int = field(default="", name="in")
    """Never said of a raid."""
    mission: str = ""
    """Which mission is flown, where there are several: ``bombing``, ``night-bombing``, ``counter-air``,
    ``interdiction``."""


class VoyageStep(Step, frozen=True, kw_only=True):
    """A transport's whole voyage: whom it loads on the way, and where they go ashore."""

    voyage: str
    """The transport, as in ``transport`` or ``transport[infantry]``."""
    path: Path = ()
    """The zones that it sails through, the first being where it is."""
    start: str | int = field(default="", name="from")
    """Where it is, instead of a path."""
    to: str | int = ""
    """The next zone, where it goes."""
    place: str | int = field(default="", name="in")
    """The zone where it stays (bridging)."""
    load: str | Sequence[str] = ()
    """Who boards: ``2 infantry from United Kingdom`` with ``at Sea Zone 6`` where several zones would do."""
    land: str = ""
    """The territory where they go ashore; in the combat move that of the announced assault."""
    ashore: str | None = None
    """Who goes ashore; left out, all that may."""
    more: Mapping[str, str] = {}
    """Further coasts, and who goes ashore there."""
    attack: bool = False
    """Attack submarines and transports that could be ignored."""


class BoardStep(Step, frozen=True, kw_only=True):
    """Land units board a partner's transport."""

    board: str
    """The units."""
    start: str = field(name="from")
    """The territory that they leave."""
    place: str | int = field(name="in")
    """The zone where the transport is."""
    owner: str
    """Whose transport it is."""


class DisembarkStep(Step, frozen=True, kw_only=True):
    """Land units go ashore from a partner's transport."""

    disembark: str
    """The units."""
    start: str | int = field(name="from")
    """The zone where the transport is."""
    to: str
    """The territory that they land in."""
    owner: str
    """Whose transport it is."""


class OrderStep(Step, frozen=True, kw_only=True):
    """Purchase: the whole order of this turn."""

    order: str | Mapping[str, int]
    """The units, as in ``2 infantry, tank`` or ``{infantry: 2, tank: 1}``; ``nothing`` for none."""


class ResearchStep(Step, frozen=True, kw_only=True):
    """Buy dice for the development of weapons, and roll them."""

    research: int
    """How many."""


class AidStep(Step, frozen=True, kw_only=True):
    """Send money to a partner."""

    aid: int
    """How much."""
    to: str
    """To whom."""


class ProgramStep(Step, frozen=True, kw_only=True):
    """Research dice by weapon: bought with the purchase, or given out when they are rolled."""

    program: int | Mapping[str, int]
    """``{rockets: 2}``; a number where dice are bought for no weapon in particular."""


class RepairStep(Step, frozen=True, kw_only=True):
    """Repair a damaged ship."""

    repair: str
    """The ship."""
    place: str | int = field(name="in")
    """The zone where it is."""


class ScorchStep(Step, frozen=True, kw_only=True):
    """Choose the factories that their owner destroys this turn."""

    scorch: Names
    """The territories; an empty list for none."""


class SupportStep(Step, frozen=True, kw_only=True):
    """In the enemy's turn: air units fly to the next space to defend it."""

    support: str
    """The air units."""
    start: str | int = field(name="from")
    """Where they are."""
    to: str | int
    """Where they fly."""


class ReinforceStep(Step, frozen=True, kw_only=True):
    """In the enemy's turn: units will go to the next space when all combats are over."""

    reinforce: str
    """The units."""
    start: str | int = field(name="from")
    """Where they are."""
    to: str | int
    """Where they go."""


class RecallStep(Step, frozen=True, kw_only=True):
    """Take back all orders that one has given in the enemy's turn."""

    recall: bool
    """Always ``true``."""


class HaltStep(Step, frozen=True, kw_only=True):
    """Name the ships that end their move where submarines have stopped some of them."""

    halt: str
    """The ships."""


class BombStep(Step, frozen=True, kw_only=True):
    """Tell bombers that have come through what to attack."""

    bomb: int
    """How many attack the factory; the others attack the income."""


class PinStep(Step, frozen=True, kw_only=True):
    """Name the reinforcements that stay where they are because the roads are bombed."""

    pin: str
    """The units."""


class AirliftStep(Step, frozen=True, kw_only=True):
    """An air unit carries a land unit."""

    airlift: str
    """The land unit."""
    using: str
    """The air unit that carries it."""
    path: Path = ()
    """The spaces that they fly through, the first being where they are."""
    start: str | int = field(default="", name="from")
    """Where they are, instead of a path."""
    to: str | int = ""
    """The next space, where they go."""
    place: str | int = field(default="", name="in")
    """Never said of an airlift."""
    drop: str = ""
    """Where the land unit is set down; left out, at the end of the path."""


class MobilizeStep(Step, frozen=True, kw_only=True):
    """Place bought units."""

    mobilize: str
    """The units."""
    place: str | int = field(name="in")
    """The space where they appear."""
    factory: str = ""
    """The factory that is charged, where several could serve."""
    aboard: str = ""
    """For fighters: the owner of the carrier, if it is not one's own."""
    onto: str = ""
    """The unit type of the ship that they are put aboard."""


class DoneStep(Step, frozen=True, kw_only=True):
    """Finish one's phase."""

    done: bool
    """Always ``true``."""


class FightStep(Step, frozen=True, kw_only=True):
    """Choose the combat that is resolved next."""

    fight: str | int
    """The space."""


class EngageStep(Step, frozen=True, kw_only=True):
    """Before a landing: fight the submarines and transports in the zone, or leave them alone."""

    engage: bool
    """``true`` to fight them."""


class AssaultStep(Step, frozen=True, kw_only=True):
    """After a sea battle: put the troops ashore, or keep them aboard."""

    assault: bool
    """``true`` to go ashore."""


class RocketStep(Step, frozen=True, kw_only=True):
    """Fire a rocket at a factory."""

    rocket: str
    """The territory of the factory."""
    start: str = field(name="from")
    """The territory of the gun."""


class WithdrawStep(Step, frozen=True, kw_only=True):
    """Some units leave the battle on their own; the rest fight on."""

    withdraw: int
    """How many."""
    to: str | int = ""
    """The zone where they go."""


class SubmergeStep(Step, frozen=True, kw_only=True):
    """Submerge some submarines; the rest strike."""

    submerge: int
    """How many."""


class CasualtiesStep(Step, frozen=True, kw_only=True):
    """Take hits."""

    casualties: str
    """Who is lost; ``default`` leaves the choice to the game, ``nothing`` for none."""
    damaged: str = ""
    """Who is only damaged."""


class ShotWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who fires at one enemy."""

    at: str
    """The enemy, with its power: ``uk bomber``."""
    by: str
    """Who fires at it."""


class AimStep(Step, frozen=True, kw_only=True):
    """Name the targets of shots that can be aimed."""

    aim: str | tuple[ShotWords, ...]
    """One entry for each enemy that is fired at; ``default`` leaves the choice to the game."""


class PullBackStep(Step, frozen=True, kw_only=True):
    """Take some or all of one's own units out of the battle."""

    pull_back: str | Mapping[str, str]
    """Spaces, and who goes there; ``nothing`` if nobody does."""
    aloft: str = ""
    """Attacking air units that leave the battle and wait until they land."""
    below: str = ""
    """Who submerges."""


class RetreatStep(Step, frozen=True, kw_only=True):
    """Break off the attack."""

    retreat: str | int | bool
    """The space where land and sea units go; ``true`` if only air units leave."""


class PressStep(Step, frozen=True, kw_only=True):
    """Fight another round."""

    press: bool
    """Always ``true``."""


class RelandStep(Step, frozen=True, kw_only=True):
    """Find a place for a stranded defending air unit."""

    reland: str
    """The unit."""
    start: str | int = field(name="from")
    """The zone where it is stranded."""
    to: str | int
    """Where it lands."""
    owner: str = ""
    """Whose carrier, where several could take it."""


class LandStep(Step, frozen=True, kw_only=True):
    """Name the carrier for an air unit that ends its turn at sea."""

    land: str
    """The air unit."""
    place: str | int = field(name="in")
    """The zone."""
    aboard: str = ""
    """The carrier, as in ``uk carrier`` or ``carrier[fighter]``; left out, any of one's own."""


class RoomStep(Step, frozen=True, kw_only=True):
    """Lend or deny the room on one's carriers and transports to a partner."""

    room: str
    """The partner."""
    allowed: bool
    """``true`` to lend it."""


class ConcedeStep(Step, frozen=True, kw_only=True):
    """Give the game up."""

    concede: bool
    """Always ``true``."""


class SpecialStep(Step, frozen=True, kw_only=True):
    """An action that only some games have."""

    special: str
    """Its name."""
    space: str | int = ""
    """Where."""
    power: str = ""
    """Towards whom."""
    amount: int = 0
    """How much."""
    units: str = ""
    """With whom."""


class ActionStep(Step, frozen=True, kw_only=True):
    """Any action in the form that it has in a save file."""

    action: Mapping[str, Any]
    """The action, with ``do`` naming its kind."""


class StartStep(Step, frozen=True, kw_only=True):
    """Begin a new game with these players."""

    start: Mapping[str, Names]
    """Who commands which powers; ``{}`` for one player each."""
    options: Mapping[str, bool] = {}
    """Optional rules that are switched on or off."""
    setup: str = ""
    """Which starting position, where the game has several."""


class When(Words, frozen=True, kw_only=True):
    """A moment: the next time that all of this is so."""

    turn: str = ""
    """Whose turn it is; left out, the same power's as now."""
    phase: str = ""
    """The phase."""
    round: int | None = None
    """The round."""
    end: bool = False
    """``true``: the end of the game."""


class PassStep(Step, frozen=True, kw_only=True):
    """Let everybody pass until a moment comes: no moves, default losses, every battle fought on."""

    pass_to: When
    """The moment."""


class ResolveStep(Step, frozen=True, kw_only=True):
    """Fight a combat to its end with the default choices: default losses, no submerging, press on."""

    resolve: str | int
    """The space; ``all`` for every combat that is left. A combat that is over already is no error."""


class ExpectStep(Words, frozen=True, kw_only=True):
    """Only look: what must be true now. Its events and dice are those of all steps so far."""

    expect: Expect
    """What must be true."""
    note: str = ""
    """A word to the reader."""


AnyStep = (
    MoveStep
    | RaidStep
    | VoyageStep
    | BoardStep
    | DisembarkStep
    | OrderStep
    | ResearchStep
    | AidStep
    | ProgramStep
    | RepairStep
    | ScorchStep
    | SupportStep
    | ReinforceStep
    | RecallStep
    | HaltStep
    | BombStep
    | PinStep
    | AirliftStep
    | MobilizeStep
    | DoneStep
    | FightStep
    | EngageStep
    | AssaultStep
    | RocketStep
    | WithdrawStep
    | SubmergeStep
    | CasualtiesStep
    | AimStep
    | PullBackStep
    | RetreatStep
    | PressStep
    | RelandStep
    | LandStep
    | RoomStep
    | ConcedeStep
    | SpecialStep
    | ActionStep
    | StartStep
    | PassStep
    | ResolveStep
    | ExpectStep
)

VERBS: Mapping[str, type[Any]] = {
    "move": MoveStep,
    "raid": RaidStep,
    "voyage": VoyageStep,
    "board": BoardStep,
    "disembark": DisembarkStep,
    "order": OrderStep,
    "research": ResearchStep,
    "aid": AidStep,
    "program": ProgramStep,
    "repair": RepairStep,
    "scorch": ScorchStep,
    "support": SupportStep,
    "reinforce": ReinforceStep,
    "recall": RecallStep,
    "halt": HaltStep,
    "bomb": BombStep,
    "pin": PinStep,
    "airlift": AirliftStep,
    "mobilize": MobilizeStep,
    "done": DoneStep,
    "fight": FightStep,
    "engage": EngageStep,
    "rocket": RocketStep,
    "withdraw": WithdrawStep,
    "submerge": SubmergeStep,
    "casualties": CasualtiesStep,
    "aim": AimStep,
    "pull_back": PullBackStep,
    "retreat": RetreatStep,
    "press": PressStep,
    "reland": RelandStep,
    "land": LandStep,
    "room": RoomStep,
    "concede": ConcedeStep,
    "special": SpecialStep,
    "action": ActionStep,
    "start": StartStep,
    "pass_to": PassStep,
    "resolve": ResolveStep,
    "assault": AssaultStep,
}
"""Verbs, in the order in which a step is searched for them; a step with none of them only looks."""


# files


class WrittenScenario(Words, frozen=True, kw_only=True):
    """One scenario as it is written: a position, what is done, and what must follow."""

    title: str
    """One line that says what it shows."""
    rules: Sequence[str] = ()
    """The rules that it shows, by id; the game's prefix may be left out."""
    game: str | int = ""
    """The game, if the file does not say so."""
    note: str = ""
    """A word to the reader."""
    position: Position = Position()
    """Where it begins; left out, the opening of the game."""
    dice: Sequence[int] = ()
    """The dice in the order in which they fall; all must be rolled, and no more."""
    steps: Sequence[Mapping[str, Any]] = ()
    """What is done, step by step."""
    expect: Expect | None = None
    """What must be true at the end; its events and dice are those of all steps."""


class ScenarioFile(Words, frozen=True, kw_only=True):
    """A file of several scenarios that share a game, and whatever else is written above them."""

    scenarios: Sequence[Mapping[str, Any]]
    """The scenarios."""
    game: str | int
    """The game."""
    topic: str = ""
    """What the scenarios are about."""
    rules: Sequence[str] = ()
    """Rules that every scenario of the file shows."""
    note: str = ""
    """A word to the reader."""
    position: Mapping[str, Any] = {}
    """What the positions have in common; a scenario's own position is laid over it, key by key."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """One scenario, read and understood as far as that is possible without its game."""

    title: str
    game: str
    rules: tuple[str, ...] = ()
    position: Position | None = None
    """Not given: the opening of the game, as it is started without any agreement."""
    dice: tuple[int, ...] = ()
    steps: tuple[AnyStep, ...] = ()
    expect: Expect | None = None
    source: str = ""
    """The file that it comes from."""
