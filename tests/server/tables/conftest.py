"""Tables of the auction game, on both databases."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Settings
from tests.server.site import TALKATIVE, UNHURRIED
from tests.server.tables.auction import AUCTION, TREASURE


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION, TREASURE.id: TREASURE}


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """A server that slows nobody down, and whose bots do not wait."""
    return Settings(
        data=tmp_path,
        database=database_url,
        limits=UNHURRIED,
        bots=Bots(games="tests.server.tables.auction:find", pause=0.0),
        tables=TALKATIVE,
    )
