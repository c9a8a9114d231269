"""A second try for tests that drive a browser or a running server, on machines whose load nobody controls.

Rules, odds and everything else that is computed gets none. Tests that needed theirs are listed as ``RERUN`` at the
end of a run: each is a race to be found, in the test or in the program.
"""

from pathlib import Path

import pytest

FOLDERS = tuple(Path(__file__).parents[1] / name for name in ("browser", "server"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in FOLDERS):
            item.add_marker(pytest.mark.flaky(reruns=1))
