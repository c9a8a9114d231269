"""How long tests wait for a state: one number for all of them.

Tests wait for a state, never for a time, so a generous limit costs nothing while all is well.
``SANDTABLE_PATIENCE=600`` is for a heavily loaded machine.
"""

import os

import pytest

from sandtable.bots import asking
from sandtable.bots.brake import Brake

SECONDS = float(os.environ.get("SANDTABLE_PATIENCE", "180"))
MILLISECONDS = SECONDS * 1000
"""The same for Playwright."""


def with_bots(patch: pytest.MonkeyPatch) -> None:
    """Let bots take their time, so that they play the same on a busy machine and are never late."""
    patch.setattr(Brake, "pulled", False)
    patch.setattr(asking, "GRACE", SECONDS)
    patch.setattr(asking, "LOADING", SECONDS)
