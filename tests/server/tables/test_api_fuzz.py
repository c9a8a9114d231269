"""Requests generated from the API description: none breaks the server, and refused ones change nothing.

Some requests use existing tables, so that they get past the first checks.
"""

from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from msgspec.structs import replace
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from sandtable.server.settings import Bots, Questions, Settings
from tests.server.conftest import STRICTER
from tests.server.site import Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.tables.people import ALL_ME, Player, three_rounds
from tests.server.tables.whole import Content, Reader

pytestmark = STRICTER

EXAMPLES = pytest.mark.parametrize("examples", [4, pytest.param(8, marks=pytest.mark.long("more requests"))])
"""How many valid and how many invalid requests each operation gets."""
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SKIPPED = {"/api/tables/import": "its body is a file: see test_files"}


class Hall:
    """A server with some tables and members at them; its bots can't play."""

    def __init__(self, site: Site, reader: Reader) -> None:
        self.site = site
        self.reader = reader
        finished = Player(site, "Anna", site.member("Anna")).new(seats=ALL_ME)
        three_rounds(finished)
        self._finished = finished.id
        self._members = 0

    def visitor(self, path: str) -> tuple[dict[str, str], list[str]]:
        """A new visitor's cookies and tables: requests to an operation may delete them."""
        self._members += 1
        name = f"Visitor {self._members}"
        members_only = "token" in path or "password" in path
        player = Player(self.site, name, self.site.member(name) if members_only else None)
        waiting = player.new(seats={"red": "me"})
        playing = player.new(seats=ALL_ME, listed=True)
        further = player.new(seats=ALL_ME)
        further.bid("red", 3)
        return dict(player.client.cookies), [waiting.id, playing.id, self._finished, further.id]


@pytest.fixture
def hall(settings: Settings) -> Iterator[Hall]:
    bots, questions = Bots(games="tests.server.tables.auction:nothing"), Questions(games=settings.bots.games)
    idle = replace(settings, bots=bots, questions=questions)
    with running_site(idle, {"auction": AUCTION}) as site, closing(Reader(settings.database)) as reader:
        yield Hall(site, reader)


def arrive(case: Any, tables: list[str]) -> None:
    """Point most requests at a table, a game and a seat that exist."""
    where = case.path_parameters or {}
    lot = len(str(case.body)) + len(str(where)) + len(str(case.query))
    if "table_id" in where and lot % 5:
        where["table_id"] = tables[lot % len(tables)]
    if "game" in where and lot % 3:
        where["game"] = "auction"
    if "seat" in where and lot % 3:
        where["seat"] = AUCTION.seats[lot % 3]
    body = case.body
    if isinstance(body, dict) and lot % 4:
        if isinstance(body.get("seat"), str):
            body["seat"] = AUCTION.seats[lot % 3]
        if isinstance(body.get("seq"), int) and lot % 2:
            body["seq"] = 0
        if isinstance(body.get("game"), str):
            body["game"] = "auction"


class Trial:
    """Requests to one operation."""

    def __init__(self, hall: Hall, operation: Any) -> None:
        self.hall = hall
        self.operation = operation
        self.cookies, self.tables = hall.visitor(operation.path)
        self.answers: list[int] = []
        self._known: Content | None = None

    def run(self, examples: int) -> None:
        """Send valid and invalid requests."""
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            strategy = self.operation.as_strategy(generation_mode=mode)
            quiet = settings(
                max_examples=examples,
                database=None,
                deadline=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            # Some operations have no invalid requests.
            with suppress(Unsatisfiable):
                quiet(seed(1)(given(case=strategy)(self._one)))()

    def _one(self, case: Any) -> None:
        site = self.hall.site
        arrive(case, self.tables)
        before = self._known or self.hall.reader.content()
        response = case.call(base_url=site.url, headers={"Origin": site.url}, cookies=self.cookies)
        self.answers.append(response.status_code)
        case.validate_response(response, checks=CHECKS)
        self._known = None
        if response.status_code >= 400:
            self._known = self.hall.reader.content()
            assert self._known == before, "a refused request changed something"


@EXAMPLES
def test_requests_generated_from_the_description(hall: Hall, examples: int) -> None:
    schema = schemathesis.openapi.from_dict(httpx.get(f"{hall.site.url}/openapi.json").json())
    operations: list[Any] = list(schema.get_all_operations())
    trials = [Trial(hall, found.ok()) for found in operations if found.ok().path not in SKIPPED]
    faults = []
    for trial in trials:
        try:
            trial.run(examples)
        except (Exception, BaseExceptionGroup) as error:
            faults.append(f"{trial.operation.label}: {type(error).__name__}: {error}"[:1500])
    assert not faults, "\n\n".join(faults)
    assert len(trials) > 30
    fine = {trial.operation.label for trial in trials if any(status < 300 for status in trial.answers)}
    assert len(fine) > 15, fine
