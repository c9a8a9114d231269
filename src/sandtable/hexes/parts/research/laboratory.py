"""The research part: points are invested, then dice are rolled."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import times
from sandtable.hexes.actions import Action
from sandtable.hexes.evolve import paid
from sandtable.hexes.part import Part, PartAction, PartEvent
from sandtable.hexes.parts.research import prices
from sandtable.hexes.parts.research.memory import KNOWLEDGE
from sandtable.hexes.parts.research.settings import Settings
from sandtable.hexes.state import HexState, Phase, Place, Side
from sandtable.hexes.story import side_name
from sandtable.hexes.strength import Amount, headed, spoken, whole
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Invest(PartAction, frozen=True):
    """Spend production points on research and move a marker forward."""

    phrase: ClassVar[str] = "invest {count} in {item}"
    example: ClassVar[str] = "invest 2 in infantry"

    item: str
    count: int = 1


class Resolve(PartAction, frozen=True):
    """Roll for an item whose marker is on the track."""

    phrase: ClassVar[str] = "roll for {item}"
    example: ClassVar[str] = "roll for infantry"

    item: str


class Invested(PartEvent, frozen=True):
    """A marker moved forward."""

    side: Side
    item: str
    count: int
    step: int
    """The marker's new step."""

    def evolve(self, state: HexState) -> HexState:
        known = KNOWLEDGE.of(state)
        own = {**known.steps.get(self.side, {}), self.item: self.step}
        invested = {**known.invested, self.item: known.invested.get(self.item, 0) + self.count}
        known = replace(known, steps={**known.steps, self.side: own}, invested=invested)
        return KNOWLEDGE.put(paid(state, "", self.count), known)

    def tell(self, world: World, state: HexState) -> str:
        points = times(self.count, "production point")
        return f"{side_name(world, self.side)} invests {points} in {spoken(self.item)} (step {self.step})"


class Researched(PartEvent, frozen=True):
    """Dice were rolled for an item."""

    side: Side
    item: str
    die: int
    result: str
    """The effective result: A, B or C."""
    level: int
    step: int
    """The marker's new step."""
    price: Amount | None = None
    """The new price. None: it can't be built yet."""
    lowered: Amount | None = None
    """The price below that of its level, if any."""
    second: int = 0
    """The second die, after a C."""
    why: str = ""
    """The rule that makes the result better than the roll."""

    def evolve(self, state: HexState) -> HexState:
        known = KNOWLEDGE.of(state)
        steps = {item: step for item, step in known.steps.get(self.side, {}).items() if item != self.item}
        lowered = {item: one for item, one in known.lowered.get(self.side, {}).items() if item != self.item}
        if self.step:
            steps[self.item] = self.step
        if self.lowered is not None:
            lowered[self.item] = self.lowered
        risen = known.risen
        if self.result == "A":
            risen = {**risen, self.side: {**risen.get(self.side, {}), self.item: self.level}}
        return KNOWLEDGE.put(
            state,
            replace(
                known,
                risen=risen,
                lowered={**known.lowered, self.side: lowered},
                steps={**known.steps, self.side: steps},
                rolled=tuple(sorted({*known.rolled, self.item})),
            ),
        )

    def rolled(self) -> tuple[int, ...]:
        return (self.die, self.second) if self.second else (self.die,)

    def tell(self, world: World, state: HexState) -> str:
        who, what = side_name(world, self.side), spoken(self.item)
        cost = f"costs {self.price} now" if self.price is not None else "can't be built yet"
        match self.result:
            case "A":
                said = f"level {self.level}, {cost}"
            case "B":
                said = cost
            case _:
                said = f"no success, the marker is on step {self.step}" if self.step else "back to Start"
        return f"{who} researches {what}: {self.die}, {self.result} ({said})"


class ResearchBegan(PartEvent, frozen=True):
    """A side has not invested or rolled yet this turn."""

    def evolve(self, state: HexState) -> HexState:
        return KNOWLEDGE.put(state, replace(KNOWLEDGE.of(state), invested={}, rolled=()))


class RivalsFought(PartEvent, frozen=True):
    """Sides that were at peace have attacked each other: research is no longer limited."""

    def evolve(self, state: HexState) -> HexState:
        return KNOWLEDGE.put(state, replace(KNOWLEDGE.of(state), fought=True))


class Research(Part[Settings]):
    """Technology levels, prices and research."""

    name = "research"
    Settings = Settings
    memory = KNOWLEDGE
    actions = (Invest, Resolve)
    events = (Invested, Researched, ResearchBegan, RivalsFought)
    citations = (
        "research.prohibited-levels",
        "research.tied-items",
        "research.cheapest-cost",
        "research.capability-levels",
        "research.invest-then-resolve",
        "research.invest-one-or-two",
        "research.soviet-peace-limit",
        "research.leader-limit",
        "research.step-five-is-the-end",
        "research.track-table",
        "research.copying",
        "c2-sequence.research-last",
    )

    def rules(self) -> Iterable[str]:
        return (fixed.rule for fixed in self.settings.fixed)

    def problems(self, world: World) -> Iterable[str]:
        terms = self.settings
        known = terms.items
        for item, facts in known.items():
            if facts.tied and (facts.tied not in known or known[facts.tied].tied):
                yield f"{item} has the level of {facts.tied!r}, which has none of its own"
        for levels in (*terms.start.values(), *(gain.levels for gain in terms.gains)):
            yield from (f"no item {item!r}" for item in levels if item not in known)
        if any(len(letters) != 6 or set(letters) - set("ABC") for letters in terms.track):
            yield "a step of the track needs six letters out of A, B and C"
        if len(terms.setback) != 6:
            yield "the setback needs six numbers"

    # what others ask

    def tech(self, world: World, state: HexState, side: Side, item: str) -> int | None:
        return self.level(state, side, item) if item in self.settings.items else None

    def level(self, state: HexState, side: Side, item: str) -> int:
        """A side's level in an item."""
        return prices.level(self.settings, state, side, item)

    def prices(
        self, world: World, state: HexState, side: Side, item: str, place: Place
    ) -> Amount | Refusal | None:
        if item not in self.settings.items:
            return None
        cost = prices.price_at(self.settings, world, state, side, item, place)
        if cost is None:
            name = headed(item)
            why = f"{name} can't be built at level {self.level(state, side, item)}. Research comes first."
            return world.refuse_by("research.prohibited-levels", why)
        return cost

    # the two orders

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        return ("research",)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        match action:
            case Invest():
                return self._check_item(world, state, side, action.item) or self._check_invest(
                    world, state, side, action
                )
            case Resolve():
                return self._check_item(world, state, side, action.item) or self._check_resolve(
                    world, state, side, action
                )
        raise TypeError(f"{action} is no research")

    def _check_item(self, world: World, state: HexState, side: Side, item: str) -> Refusal | None:
        facts = self.settings.items.get(item)
        name = spoken(item)
        if facts is None:
            return world.refuse_by("research.tied-items", f"There is no research for {name!r}.")
        if facts.tied:
            why = f"{headed(item)} has the level of {spoken(facts.tied)} and no research of its own."
            return world.refuse_by("research.tied-items", why)
        if len(facts.cost) == 1:
            return world.refuse_by("research.cheapest-cost", f"{headed(item)} has one fixed price.")
        for part in world.parts.studies:
            refusal = part.studies(world, state, side, item)
            if refusal is not None:
                return refusal
        if self.level(state, side, item) >= len(facts.cost) - 1:
            capable = facts.cost[-1] == facts.cost[-2]
            rule = "research.capability-levels" if capable else "research.cheapest-cost"
            return world.refuse_by(rule, f"{headed(item)} is at its last level.")
        return None

    def _check_invest(self, world: World, state: HexState, side: Side, action: Invest) -> Refusal | None:
        known, terms, name = KNOWLEDGE.of(state), self.settings, spoken(action.item)
        if known.rolled:
            return world.refuse_by(
                "research.invest-then-resolve", "You have rolled, so you can't invest any more."
            )
        spent = known.invested.get(action.item, 0)
        if action.count < 1 or spent + action.count > terms.most:
            why = f"Spend 1 to {terms.most} points on an item each turn; {spent} are spent on {name}."
            return world.refuse_by("research.invest-one-or-two", why)
        others = tuple(other for other in world.order if other != side)
        if spent + action.count > 1:
            if terms.peace is not None and side == terms.peace.side and not known.fought:
                why = f"At peace with {world.the(terms.peace.enemy)} you can spend only 1 point on an item."
                return world.refuse_by("research.soviet-peace-limit", why)
            if prices.ahead(terms, state, side, action.item, others):
                why = f"Nobody builds {name} as cheaply, so you can spend only 1 point on it each turn."
                return world.refuse_by("research.leader-limit", why)
        step = known.steps.get(side, {}).get(action.item, 0)
        if step + action.count > len(terms.track):
            why = f"The marker is on step {step} of {len(terms.track)}."
            return world.refuse_by("research.step-five-is-the-end", why)
        if action.count > state.budget:
            why = f"That costs {action.count}, but you have only {state.budget} left."
            return world.refuse_by("c2-sequence.research-last", why)
        return None

    def _check_resolve(self, world: World, state: HexState, side: Side, action: Resolve) -> Refusal | None:
        known, name = KNOWLEDGE.of(state), spoken(action.item)
        if action.item in known.rolled:
            why = f"You have already rolled for {name} this turn."
            return world.refuse_by("research.invest-then-resolve", why)
        if not known.steps.get(side, {}).get(action.item, 0):
            return world.refuse_by("research.track-table", f"The marker for {name} is on Start.")
        return None

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        for item, facts in self.settings.items.items():
            if not facts.tied and len(facts.cost) > 1:
                yield from (Invest(item, count) for count in range(self.settings.most, 0, -1))
                yield Resolve(item)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case Invest():
                step = KNOWLEDGE.of(run.state).steps.get(side, {}).get(action.item, 0)
                run.emit(Invested(side=side, item=action.item, count=action.count, step=step + action.count))
            case Resolve():
                self._resolve(run, side, action.item)

    def _resolve(self, run: Unfolding, side: Side, item: str) -> None:
        terms, state = self.settings, run.state
        others = tuple(other for other in run.world.order if other != side)
        level = self.level(state, side, item)
        step = KNOWLEDGE.of(state).steps[side][item]
        lowered = KNOWLEDGE.of(state).lowered.get(side, {}).get(item)
        die = run.roll()
        result, why, second = terms.track[step - 1][die - 1], "", 0
        if result == "B" and prices.cheaper_elsewhere(terms, state, side, item, others):
            result, why = "A", run.world.full_id("research.copying")
        cost = prices.price(terms, state, side, item)
        match result:
            case "A":
                level, step, lowered = level + 1, 0, None
                cost = terms.items[item].cost[level]
            case "B":
                lowered = prices.lower(terms, state, side, item) or lowered
                step, cost = 0, cost if lowered is None else lowered
            case _:
                second = run.roll()
                step = max(0, step - terms.setback[second - 1])
        run.emit(
            Researched(
                side=side,
                item=item,
                die=die,
                result=result,
                level=level,
                step=step,
                price=cost if cost is None else whole(cost),
                lowered=lowered if lowered is None else whole(lowered),
                second=second,
                why=why,
            )
        )

    def words(self, world: World, action: Action) -> str:
        match action:
            case Invest():
                return f"invest {times(action.count, 'production point')} in {spoken(action.item)}"
            case Resolve():
                return f"roll for {spoken(action.item)}"
        raise TypeError(f"{action} is no research")

    # the course of the war

    def production_begins(self, run: Unfolding) -> None:
        known = KNOWLEDGE.of(run.state)
        if known.invested or known.rolled:
            run.emit(ResearchBegan())

    def peaceful(self, world: World, state: HexState, side: Side, other: Side) -> bool:
        peace = self.settings.peace
        return peace is not None and {side, other} == {peace.side, peace.enemy} and not KNOWLEDGE.of(state).fought

    def attacked(self, run: Unfolding, side: Side, frm: Place, place: Place) -> None:
        peace = self.settings.peace
        if peace is None or KNOWLEDGE.of(run.state).fought:
            return
        if {side, run.state.control.get(place, "")} == {peace.side, peace.enemy}:
            run.emit(RivalsFought())
