"""Random requests made from the API description: none may cause a server error.

``python -m tests.server.fuzzer [--requests N] [--database sqlite|postgresql] [--seed S]``
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, quote_from_bytes

import msgspec
from rich.progress import track

from sandtable import games
from sandtable.puzzles import collection
from sandtable.server.settings import Bots, Questions, Settings
from sandtable.server.storage import packs as store
from sandtable.server.storage.accounts import Accounts
from sandtable.server.storage.database import BadDatabase, Database, read_url
from sandtable.variants.packing import BadPack, pack, written
from tests.server.postgres import new_database, running_postgres
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site
from tests.server.tables.auction import AUCTION
from tests.server.weeks.push_service import Browser

FAULT = 500
FULL = 507
"""The one 5xx status that isn't a bug: the disk is full."""
FRESH = 200
"""Requests between two sets of visitors and tables."""
DEEPEST = 5
SECONDS = 60

TEXTS = (
    *("", " ", "a", "me", "open", "bot:random", "friend:Anna", "auction", "red", "blue", "1941"),
    *("\0", "a\0b", "\ud7ff", "\U0010ffff", "\ufeff", "\u202e", "\ufdfa" * 30, "é" * 3, "ß" * 40, "İ" * 40),
    *("x" * 25, "x" * 101, "x" * 5000, "../../etc/passwd", "'; drop table people; --", "%00", "{}", "null", "NaN"),
    *("2026-01-01T00:00:00Z", "0001-01-01T00:00:00+23:00", "9999-12-31T23:59:59-23:00", "a@example.org"),
)
NUMBERS = (0, 1, -1, 2, 7, 255, 65_536, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e308)
RAW = (b"\xff\xfe", b'{"name": "\xff"}', b"", b"{", b"[" * 3000, b'"\\ud800"', b"\0", b"null", b"NaN", b"{}" * 9)


REAL_GAME = "1941"
FILES = {"/api/tables/import", "/api/operator/games"}
"""Routes whose body is a file, and not described by a schema."""
DEAR = {"/api/tables/import", "/api/operator/games", "/api/games/{game}/ask"}
"""Routes that keep a worker busy: asked less often, so that the others get their share."""


def packed(folder: Path, cost: int) -> bytes:
    """A variant of the real game as a file."""
    place = folder / str(cost) / "house"
    place.mkdir(parents=True)
    head = f"like: '{REAL_GAME}'\ntitle: House rules\nversion: '{cost}'\nauthor: Anna\nlicence: CC0\n"
    (place / "game.yaml").write_text(head, encoding="utf-8")
    (place / "units.yaml").write_text(f"tank: {{cost: {cost}}}\n", encoding="utf-8")
    made = pack(games.folder_at(place))
    assert not isinstance(made, BadPack), made
    return written(made)


def appoint(url: str, name: str) -> None:
    """Make somebody an operator, as the command line does."""
    found = read_url(url)
    assert not isinstance(found, BadDatabase)

    async def write() -> None:
        database = Database(found)
        member = await Accounts(database).credentials(name)
        assert member is not None
        async with database.write() as connection:
            await store.appoint(connection, member.person.id)
        await database.close()

    asyncio.run(write())


class Fuzzer:
    """Sends random requests."""

    def __init__(self, site: Site, seed: int) -> None:
        self._site = site
        self._lot = Random(seed)
        with TemporaryDirectory() as folder:
            self._packs = [packed(Path(folder), cost) for cost in (4, 5)]
        browser = Browser("https://push.example.org", "fuzz").subscription
        self._likely: dict[str, tuple[Any, ...]] = {
            **{name: (value,) for name, value in browser.items()},
            "game": ("auction", REAL_GAME, "house"),
            "puzzle_id": tuple(one.id for one in collection.puzzles_of(REAL_GAME)[:5]),
            "language": ("de", "en"),
            "number": (0, 1, 2, 31, 32),
            "after": (0, 1, 100),
            "seat": ("red", "blue", "gold", "germany"),
            "seq": (0, 1, 2, 3),
            "key": tuple(f"fuzz-key-{number:04}" for number in range(500)),
            "actions": ([{"do": "bid", "amount": 1}], [{"do": "roll"}], [{"do": "stake", "dice": 1}]),
            "orders": ({"bid": 1}, None),
            "question": ({"ask": "choices"}, {"ask": "purse", "seat": "red"}, {"ask": "worth"}, {"ask": "shop"}),
            "plan": ("me", "open", "bot:random"),
            "bot": ("", "random"),
            "password": ("correct horse",),
        }
        """Values that get further than others, by name."""
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []
        self._line = HTTPConnection(site.host, timeout=SECONDS)
        document = self._get("/openapi.json")
        self._schemas = document["components"]["schemas"]
        self._operations = [
            (method.upper(), path, operation)
            for path, ways in document["paths"].items()
            for method, operation in ways.items()
            if isinstance(operation, dict) and "responses" in operation
        ]
        self._cookies: list[str] = []
        self._tables: list[str] = []
        self._saves: list[bytes] = []

    def run(self, requests: int, enough: Callable[[], bool] = lambda: False) -> list[str]:
        """Send this many requests, or until ``enough``. Returns the server errors."""
        for number in track(range(requests), "Fuzzing", disable=requests < FRESH * 10):
            if number % FRESH == 0:
                if enough():
                    break
                self._arrive()
            self._ask()
        return self.faults

    def _arrive(self) -> None:
        """Create visitors (a guest, a member, an operator) and tables in every phase."""
        guest, member, operator = (self._site.visitor() for _ in range(3))
        name = f"Fuzz {self._lot.randrange(10**9)}"
        guest.post("/visit", json={})
        for client, called in ((member, name), (operator, f"{name} op")):
            client.post("/signup", json={"name": called, "password": "correct horse"})
        appoint(self._site.settings.database, f"{name} op")
        self._likely["name"] = (name,)
        visitors = (guest, member, operator)
        self._cookies = ["; ".join(f"{k}={v}" for k, v in one.cookies.items()) for one in visitors]
        self._tables = []
        for puzzle in self._likely["puzzle_id"][:2]:
            self._tables.append(member.post(f"/puzzles/{puzzle}/start").json()["id"])
        for client in visitors:
            for seats in ({"red": "me"}, {"red": "me", "blue": "me", "gold": "me"}):
                made = client.post("/tables", json={"game": "auction", "seats": seats})
                self._tables.append(made.json()["id"])
        self._saves = [guest.get(f"/tables/{table}/save").content for table in self._tables]
        for client in visitors:
            client.close()

    def _ask(self) -> None:
        lot = self._lot
        method, path, operation = lot.choice(self._operations)
        while path in DEAR and lot.random() < 0.8:
            method, path, operation = lot.choice(self._operations)
        url = self._filled(path, operation)
        headers = {"Origin": self._site.url}
        if self._cookies and lot.random() < 0.9:
            headers["Cookie"] = lot.choice(self._cookies)
        body = b""
        if method in {"POST", "PUT", "PATCH"}:
            body = self._file(path) if path in FILES else self._body(operation)
            kind = "application/octet-stream" if path in FILES else "application/json"
            headers["Content-Type"] = kind if lot.random() < 0.97 else lot.choice(("", "text/plain"))
        try:
            self._line.request(method, url, body=body or None, headers=headers)
            answer = self._line.getresponse()
            said = answer.read()
        except (HTTPException, OSError):
            self._line.close()  # the connection was closed, which is an answer too
            self.statuses[0] += 1
            return
        self.statuses[answer.status] += 1
        if answer.status >= FAULT and answer.status != FULL:
            self.faults.append(f"{answer.status} {method} {url} {headers} {body[:300]!r} -> {said[:300]!r}")

    def _get(self, path: str) -> Any:
        self._line.request("GET", path)
        return json.loads(self._line.getresponse().read())

    # -- generating requests

    def _filled(self, path: str, operation: dict[str, Any]) -> str:
        query = []
        for parameter in operation.get("parameters", ()):
            name, schema = parameter["name"], parameter.get("schema", {})
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", self._segment(name, schema))
            elif parameter["in"] == "query" and self._lot.random() < 0.5:
                query.append(f"{quote(name)}={self._written(self._value(schema, 0))}")
        return path + ("?" + "&".join(query) if query else "")

    def _segment(self, name: str, schema: dict[str, Any]) -> str:
        if name == "table_id" and self._tables and self._lot.random() < 0.9:
            return self._lot.choice(self._tables)
        if name in self._likely and self._lot.random() < 0.8:
            return str(self._lot.choice(self._likely[name]))
        return self._written(self._value(schema, 0)) or "x"

    def _written(self, value: Any) -> str:
        if self._lot.random() < 0.02:
            return quote_from_bytes(b"\xff\xfe\x00")
        text = value if isinstance(value, str) else json.dumps(value)
        return quote(text.encode("utf-8", "surrogatepass")[:2000], safe="")

    def _body(self, operation: dict[str, Any]) -> bytes:
        lot = self._lot
        if lot.random() < 0.05:
            return lot.choice(RAW)
        content = operation.get("requestBody", {}).get("content", {})
        schema: dict[str, Any] = next((one.get("schema", {}) for one in content.values()), {})
        data = json.dumps(self._value(schema, 0)).encode("utf-8", "surrogatepass")
        return self._broken(data) if lot.random() < 0.05 else data

    def _file(self, path: str) -> bytes:
        """A save file or a pack, whole or damaged."""
        data = self._lot.choice(self._saves if "import" in path else self._packs)
        return data if self._lot.random() < 0.3 else self._broken(data)

    def _broken(self, data: bytes) -> bytes:
        """The same with another byte, or without its end."""
        place = self._lot.randrange(len(data) + 1)
        if self._lot.random() < 0.2:
            return data[:place]
        return data[:place] + bytes([self._lot.randrange(256)]) + data[place + 1 :]

    def _value(self, schema: dict[str, Any], depth: int) -> Any:
        """A value that matches a schema, or nearly."""
        lot = self._lot
        if lot.random() < 0.04 or depth > DEEPEST:
            return lot.choice((None, True, [], {}, lot.choice(TEXTS), lot.choice(NUMBERS), [[[[]]]]))
        if "$ref" in schema:
            return self._value(self._schemas.get(schema["$ref"].rpartition("/")[2], {}), depth)
        for union in ("oneOf", "anyOf"):
            if schema.get(union):
                return self._value(lot.choice(schema[union]), depth)
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return lot.choice(schema["enum"])
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = lot.choice(kind)
        match kind:
            case "object":
                return self._object(schema, depth)
            case "array":
                return [
                    self._value(schema.get("items", {}), depth + 1) for _ in range(lot.choice((0, 1, 1, 2, 3)))
                ]
            case "integer":
                return lot.choice((lot.randrange(5), lot.choice(NUMBERS)))
            case "number":
                return lot.choice(NUMBERS)
            case "boolean":
                return lot.random() < 0.5
            case "null":
                return None
        return lot.choice(("".join(lot.choices("abcdefgh2345", k=12)), lot.choice(TEXTS)))

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        lot, required = self._lot, set(schema.get("required", ()))
        found = {
            name: lot.choice(self._likely[name])
            if name in self._likely and lot.random() < 0.7
            else self._value(inner, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if lot.random() < (0.98 if name in required else 0.4)
        }
        if isinstance(schema.get("additionalProperties"), dict) and lot.random() < 0.6:
            found[lot.choice(("red", "blue", lot.choice(TEXTS)))] = self._value(
                schema["additionalProperties"], depth + 1
            )
        if lot.random() < 0.02:
            found[lot.choice(TEXTS)] = lot.choice(NUMBERS)
        return found


def fuzz(settings: Settings, requests: int, seed: int = 0, enough: Callable[[], bool] = lambda: False) -> Fuzzer:
    """Fuzz a new server with this many requests, or until ``enough``."""
    place = "tests.server.tables.auction:find"
    busy = msgspec.structs.replace(
        settings, limits=UNHURRIED, tables=TALKATIVE, bots=Bots(games=place), questions=Questions(games=place)
    )
    with running_site(busy, {"auction": AUCTION, REAL_GAME: games.load(REAL_GAME)}) as site:
        fuzzer = Fuzzer(site, seed)
        fuzzer.run(requests, enough)
        return fuzzer


def run(requests: int, kind: str, seed: int, enough: Callable[[], bool] = lambda: False) -> list[str]:
    """The same on a new database. Returns the server errors."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="sandtable-fuzz-")))
        database = f"sqlite:///{folder / 'sandtable.db'}"
        if kind == "postgresql":
            database = new_database(stack.enter_context(running_postgres()), "fuzz")
        found = fuzz(Settings(data=folder, database=database), requests, seed, enough)
    asked = found.statuses.total()
    print(f"{kind}: {asked} requests, {len(found.faults)} faults, {dict(sorted(found.statuses.items()))}")
    return found.faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_000_000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    faults = run(options.requests, options.database, options.seed)
    for fault in faults[:20]:
        print(fault)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
