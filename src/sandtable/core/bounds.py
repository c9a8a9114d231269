"""How large the numbers in a game's files can be: far above what any game needs, and small enough to play with."""

from typing import Annotated

from msgspec import Meta

Digit = Annotated[int, Meta(ge=0, le=100)]
"""A number on a unit: what its dice must show, how far it moves, how many dice it has."""
Amount = Annotated[int, Meta(ge=0, le=1_000)]
"""Units in one place, or the price of one."""
Money = Annotated[int, Meta(ge=0, le=100_000)]
