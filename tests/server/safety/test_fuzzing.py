"""A thousand random requests on both databases; a million in ``make soak``."""

from sandtable.server.settings import Settings
from tests.server.fuzzer import fuzz

REQUESTS = 1000
REAL = 0.1
"""The share of requests that must be accepted, or the fuzzer tests nothing."""


def test_random_requests_cause_no_server_error(settings: Settings) -> None:
    found = fuzz(settings, REQUESTS)
    assert not found.faults, found.faults[0]
    assert sum(found.statuses[status] for status in (200, 201, 204)) > REQUESTS * REAL, found.statuses
