"""Steps that move units."""

from collections.abc import Mapping, Sequence

from msgspec import field

from sandtable.scenarios.words.base import Path
from sandtable.scenarios.words.step import Step


class MoveStep(Step, frozen=True, kw_only=True):
    """Move units: ``{move: 2 infantry, path: Ukraine > West Russia}``."""

    move: str
    """The units, as in ``2 infantry, tank``."""
    path: Path = ()
    """The spaces they go through, starting with their own."""
    start: str | int = field(default="", name="from")
    """Where they start, instead of a path."""
    to: str | int = ""
    """The adjacent space they move to."""
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
    """The spaces they fly through, starting with their own."""
    start: str | int = field(default="", name="from")
    """Where they start, instead of a path."""
    to: str | int = ""
    """The adjacent space with the factory."""
    place: str | int = field(default="", name="in")
    """Not used for raids."""
    mission: str = ""
    """The mission, if there are several: ``bombing``, ``night-bombing``, ``counter-air``, ``interdiction``."""


class VoyageStep(Step, frozen=True, kw_only=True):
    """A transport's whole voyage: which units it loads on the way, and where they go ashore."""

    voyage: str
    """The transport, as in ``transport`` or ``transport[infantry]``."""
    path: Path = ()
    """The zones it sails through, starting with its own."""
    start: str | int = field(default="", name="from")
    """Where it starts, instead of a path."""
    to: str | int = ""
    """The adjacent zone it moves to."""
    place: str | int = field(default="", name="in")
    """The zone where it stays (bridging)."""
    load: str | Sequence[str] = ()
    """Units to board: ``2 infantry from United Kingdom``, with ``at Sea Zone 6`` if several zones are possible."""
    land: str = ""
    """The territory where they go ashore; in a combat move, the target of the announced assault."""
    ashore: str | None = None
    """The units that go ashore. Default: all that can."""
    more: Mapping[str, str] = {}
    """Other coasts, with the units that go ashore there."""
    attack: bool = False
    """Attack submarines and transports that could be ignored."""


class LandStep(Step, frozen=True, kw_only=True):
    """Choose the carrier for an air unit that ends its turn at sea."""

    land: str
    """The air unit."""
    place: str | int = field(name="in")
    """The zone."""
    aboard: str = ""
    """The carrier, as in ``uk carrier`` or ``carrier[fighter]``. Default: any own carrier."""
