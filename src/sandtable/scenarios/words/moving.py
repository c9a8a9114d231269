"""Steps that move units, in one's own turn and in the enemy's, and find room for them."""

from collections.abc import Mapping, Sequence

from msgspec import field

from sandtable.scenarios.words.base import Path
from sandtable.scenarios.words.step import Step


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


class PinStep(Step, frozen=True, kw_only=True):
    """Name the reinforcements that stay where they are because the roads are bombed."""

    pin: str
    """The units."""


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
