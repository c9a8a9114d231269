"""The map of a game of 1941 in a browser: a hot seat, so that one person moves everybody's units."""

import secrets
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, Newcomer
from tests.browser.server import Server
from tests.server.site import Site

POWERS = ("ussr", "germany", "uk", "japan", "usa")


class Board:
    """A page at its table, and what a player does on the map."""

    def __init__(self, page: Page, server: Server | Site) -> None:
        self.page = page
        self.url = server.url
        self.game = "1941"
        self.table = ""

    def open(self) -> "Board":
        """Sit down in every seat of a new game."""
        self._post("/visit", {})
        seats = dict.fromkeys(POWERS, "me")
        self.table = self._post("/tables", {"game": self.game, "seats": seats})["id"]
        self.page.goto(f"/t/{self.table}")
        expect(self.marker("Russia", "infantry")).to_be_visible()
        return self

    # -- the game, past the map

    def act(self, seat: str, *actions: dict[str, Any]) -> None:
        """Act as a program would."""
        seq = self._view()["seq"]
        self._post(
            f"/tables/{self.table}/act",
            {"type": "act", "key": secrets.token_hex(8), "seat": seat, "seq": seq, "actions": list(actions)},
        )

    def until(self, seat: str, kind: str) -> None:
        """Everybody passes until this decision is due, and the page knows it."""
        while (now := self._view()["pending"][0]) and (now["seat"], now["kind"]) != (seat, kind):
            fights = now["kind"] == "fight"
            self.act(now["seat"], {"do": "fight", "space": self._sites()[0]} if fights else {"do": "done"})
        name = self.page.get_by_role("heading", name=now["prompt"])
        expect(name).to_be_visible()
        expect(self.page.get_by_text(f"Your turn: {self._name(seat)}", exact=True)).to_be_visible()

    def units(self, space: str, power: str) -> dict[str, int]:
        """What a power has in a space."""
        counts: dict[str, int] = {}
        for piece, count in self._view()["view"]["stacks"].get(space, []):
            if piece["power"] == power:
                counts[piece["unit"]] = counts.get(piece["unit"], 0) + count
        return counts

    def _sites(self) -> list[str]:
        return [site["space"] for site in self._view()["view"]["turn"]["sites"]]

    def _name(self, seat: str) -> str:
        chairs = self.page.request.get(f"/api/games/{self.game}").json()["box"]["chairs"]
        return str(next(chair["name"] for chair in chairs if chair["seat"] == seat))

    def _view(self) -> dict[str, Any]:
        stand: dict[str, Any] = self.page.request.get(f"/api/tables/{self.table}").json()["stand"]
        return stand

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.page.request.post(f"/api{path}", data=body, headers={"Origin": self.url})
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    # -- the map

    @property
    def map(self) -> Locator:
        """What the mouse and the keys work on."""
        return self.page.get_by_role("application")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("region", name="Selected units")

    def look(self, space: str) -> None:
        """Go to a space by its name."""
        field = self.page.get_by_role("combobox", name="Find a space")
        field.fill(space)
        field.press("Enter")
        expect(self.space(space)).to_be_focused()

    def space(self, name: str) -> Locator:
        """A space, as the keyboard and a screen reader have it."""
        return self.page.locator(f'button[data-at="{name}"]')

    def marker(self, space: str, unit: str, power: str = "") -> Locator:
        """Units of a kind in a space, as the mouse has them; on a map that goes round, those of the first copy."""
        return self.page.locator(f'[data-space="{space}"][data-marker*="{power}/{unit}"]:not(.grip)').first

    def lit(self, space: str) -> Locator:
        return self.page.locator(f'[data-lit="{space}"]').first

    def moves(self) -> Locator:
        """The lines of the list of moves."""
        return self.page.get_by_role("button", name="Take back:")

    def arrow(self) -> Locator:
        return self.page.locator(".arrow[data-arrow]")

    def badge(self) -> Locator:
        """What an arrow says."""
        return self.page.locator(".badge[data-arrow]")

    def camera(self) -> tuple[float, float, float]:
        """Where the sheet lies: its left and top edge in the window, and its scale."""
        matrix: list[float] = self.page.locator(".paper").evaluate(
            "one => { const m = new DOMMatrix(getComputedStyle(one).transform); return [m.e, m.f, m.a] }"
        )
        return matrix[0], matrix[1], matrix[2]


def open_board(
    server: Server, newcomer: Newcomer, size: tuple[int, int] = DESKTOP, touch: bool = False, dark: bool = False
) -> Board:
    return Board(newcomer(server, "", size=size, touch=touch, dark=dark), server).open()
