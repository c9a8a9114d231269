"""Tables of 1941 and of the auction, on both databases."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from sandtable import games as ours
from sandtable.core.game import AnyGame
from sandtable.server.settings import Bots, Settings
from tests.server.site import TALKATIVE, UNHURRIED
from tests.server.tables.auction import AUCTION


@pytest.fixture(scope="module")
def games() -> Mapping[str, AnyGame]:
    return {AUCTION.id: AUCTION, "1941": ours.load("1941")}


@pytest.fixture(scope="module")
def usual() -> Settings:
    return Settings(
        data=Path(),
        limits=UNHURRIED,
        bots=Bots(games="tests.server.study.shelf:find", pause=0.0, slow=0.0, think=0.02),
        tables=TALKATIVE,
    )
