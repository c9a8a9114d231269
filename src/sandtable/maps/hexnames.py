"""The text on a hex map: names and symbols in hexes, countries and waters."""

from functools import cached_property

from sandtable.hexes.atlas import Cell
from sandtable.hexes.grid import SIDES, Hex, centre, step
from sandtable.maps.hexcoast import SIZE
from sandtable.maps.hexlabels import Box, Label, Taken, fit_name, place_name
from sandtable.maps.hexwindow import HexWindow


class NamedHexWindow(HexWindow):
    """A window of a board, with its names placed."""

    def signs(self, cell: Cell) -> list[str]:
        """The symbols in a hex, from left to right."""
        facts = cell.facts
        found = ["capital"] if facts.capital or facts.surrender else []
        if facts.port != "none":
            found.append(facts.port)
        if facts.production or facts.later:
            found.append("works")
        found += [name for name in ("airbase", "nuclear", "depot", "gate") if getattr(facts, name)]
        return found

    @cached_property
    def named(self) -> dict[Hex, tuple[Label | None, list[str]]]:
        """The hexes of the sheet with a name or symbols."""
        found: dict[Hex, tuple[Label | None, list[str]]] = {}
        for place in self.places:
            cell = self.cell(place)
            signs = self.signs(cell)
            name = cell.facts.name or (cell.area if len(self.members[cell.area]) == 1 else "")
            if not self.whole(place) or not (signs or name):
                continue
            x, y = centre(place)
            label = (
                fit_name(name, x * SIZE, y * SIZE + (34 if signs else 12))
                if name and not self.without_names
                else None
            )
            found[place] = (label, signs)
        return found

    @cached_property
    def areas(self) -> dict[str, tuple[Label, ...]]:
        """The names of countries; a country in two large pieces has its name in both."""
        taken = self._taken()
        found: dict[str, tuple[Label, ...]] = {}
        for area, all_places in sorted(self.members.items(), key=lambda item: (-len(item[1]), item[0])):
            places = [place for place in all_places if self.whole(place)]
            if not places or any(self._tells(place, area) for place in places):
                continue
            pieces = [piece for piece in _pieces(places) if len(piece) >= 24]
            labels = []
            for piece in pieces if len(pieces) > 1 else [places]:
                label = self._room(area, piece, taken)
                if label is not None:
                    labels.append(label)
                    taken.add(label.box)
            if labels:
                found[area] = tuple(labels)
        return found

    def _tells(self, place: Hex, area: str) -> bool:
        """Whether the name in a hex already names the country."""
        label = self.named.get(place, (None, []))[0]
        name = " ".join(label.lines).lower() if label is not None else ""
        return bool(name) and (area.lower() in name or name in area.lower())

    def _taken(self) -> Taken:
        taken = Taken()
        for place, (label, signs) in self.named.items():
            if label is not None:
                taken.add(label.box)
            if signs:
                x, y = centre(place)
                reach = 23 * len(signs)
                taken.add(Box(x * SIZE - reach, y * SIZE - 48, x * SIZE + reach, y * SIZE + 6))
        for label in self.seas.values():
            taken.add(label.box)
        for place, number, near in self.sides():
            if tuple(sorted((self.coast.real(place), self.coast.real(near)))) in self.atlas.roads:
                x, y = self.middle(place, number)
                taken.add(Box(x - 26, y - 24, x + 26, y + 24))
        return taken

    def _room(self, area: str, places: list[Hex], taken: Taken) -> Label | None:
        members = {self.coast.real(place) for place in places}

        seen: dict[tuple[int, int], bool] = {}

        def own(x: float, y: float) -> bool:
            key = (round(x / 8), round(y / 8))
            if key not in seen:
                seen[key] = all(
                    self.atlas.grid.at((x + a) / SIZE, (y + b) / SIZE) in members
                    for a, b in ((0, 0), (30, 0), (-30, 0), (0, 30), (0, -30))
                )
            return seen[key]

        def near(x: float, y: float) -> bool:
            return self.atlas.grid.at(x / SIZE, y / SIZE) in members

        def own_or_sea(x: float, y: float) -> bool:
            found = self.atlas.grid.at(x / SIZE, y / SIZE)
            return found in members or found not in self.atlas.cells

        name = area.upper()
        most = min(240.0, 34.0 + 11 * len(places) ** 0.62)
        lead = 1.15 if self.atlas.allegiances[self.atlas.areas[area].allegiance].emblem else 0.0
        label = place_name(name, places, taken, own, self.inside, most, 26, lead)
        label = label or place_name(name, places, taken, near, self.inside, 28, 15)
        if label is None:
            around = [step(place, side) for place in places for side in range(SIDES)]
            label = place_name(name, [*places, *around], taken, own_or_sea, self.inside, 26, 14)
        if label is None:
            short = name.replace("FRENCH ", "FR. ").replace("BRITISH ", "BR. ")
            label = place_name(short, places, taken, near, self.inside, 22, 11)
        return label

    @cached_property
    def seas(self) -> dict[str, Label]:
        """The names of the waters."""
        taken = Taken()
        for place, (label, signs) in self.named.items():
            x, y = centre(place)
            taken.add(label.box if label else Box(x * SIZE - 40, y * SIZE - 40, x * SIZE + 40, y * SIZE + 20))
            if signs:
                taken.add(Box(x * SIZE - 60, y * SIZE - 48, x * SIZE + 60, y * SIZE + 6))
        found: dict[str, Label] = {}

        def wet(x: float, y: float) -> bool:
            return self.atlas.grid.at(x / SIZE, y / SIZE) not in self.atlas.cells

        for name, water in self.atlas.waters.items():
            here = self.atlas.grid.parse(water.at)
            turn = self.atlas.grid.columns
            shown = next((p for k in (0, 1) if self.whole(p := Hex(here.row, here.column + k * turn))), None)
            if shown is None or self.without_names or (water.crop and water.crop != self.crop_name):
                continue
            around = [shown, *(step(shown, side) for side in range(SIDES))]
            label = place_name(name, around, taken, wet, self.inside, water.size, water.size * 0.55)
            if label is not None:
                found[name] = label
                taken.add(label.box)
        return found

    def labels(self) -> list[Label]:
        """All names on the sheet."""
        places = [label for label, _ in self.named.values() if label is not None]
        areas = [label for labels in self.areas.values() for label in labels]
        return [*places, *self.seas.values(), *areas]

    def describe(self, place: Hex) -> str:
        """A hex in words, including what is uncertain."""
        cell, here = self.cell(place), self.coast.real(place)
        facts = cell.facts
        said = [f"{here} {facts.name}".strip() + f", {cell.area}"]
        if cell.terrain != "clear":
            said.append(f"{cell.terrain} ({cell.sure['terrain']})")
        named = {"port": {"port": "port", "anchor": "major naval port", "yard": "naval yard"}.get(facts.port, "")}
        named["production"] = f"production {facts.production}" if facts.production else ""
        if facts.later:
            named["production"] = f"production {facts.production}, later {facts.later} more"
        named["capital"] = "capital" if facts.capital else "needed for surrender" if facts.surrender else ""
        named |= {key: key if getattr(facts, key) else "" for key in ("airbase", "nuclear", "depot", "gate")}
        said += [f"{word} ({cell.sure.get(key, 'text')})" for key, word in named.items() if word]
        return "; ".join(said)


def _pieces(places: list[Hex]) -> list[list[Hex]]:
    """Connected groups of hexes on the sheet."""
    left, found = set(places), []
    for place in places:
        if place not in left:
            continue
        left.discard(place)
        piece = [place]
        for one in piece:
            for side in range(SIDES):
                near = step(one, side)
                if near in left:
                    left.discard(near)
                    piece.append(near)
        found.append(piece)
    return found
