"""Tables of the auction game, on both databases."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Settings
from tests.server.site import TALKATIVE, UNHURRIED
from tests.server.tables.auction import AUCTION, TREASURE


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION, TREASURE.id: TREASURE}


@pytest.fixture(scope="module")
def usual() -> Settings:
    """A server with generous limits, whose bots don't pause."""
    return Settings(
        data=Path(),
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0, slow=0.0),
        tables=TALKATIVE,
    )
