"""Turns a redeployment plan into the orders of a noncombat move; planes go last, when they can land."""

from sandtable.area.actions import Done, Land, Load, Move, Pick, Voyage
from sandtable.area.movement.orders import guest_orders
from sandtable.bots.planner.convoys import Convoys, Trip
from sandtable.bots.planner.deployment import Deployment, Party
from sandtable.bots.planner.draft import Draft, flight, march, names, sail


class Moves:
    """Gives the orders of one power's noncombat move."""

    def __init__(self, deployment: Deployment, convoys: Convoys, draft: Draft) -> None:
        self.deployment = deployment
        self.convoys = convoys
        self.draft = draft
        self.stance = deployment.stance
        self.terrain = deployment.terrain
        self.roster = deployment.roster
        self.side = deployment.side
        self.moves = deployment.stance.field.moves[deployment.power]

    def order(self) -> None:
        """Give the orders: ships, voyages, troops, and planes last, when their landing places are ready."""
        moves = [
            (party, end, n)
            for party, where in self.deployment.target.items()
            for end, n in where.items()
            if end != party.space and n > 0
        ]
        for kind in (self.roster.sea, self.roster.land):
            for party, end, n in moves:
                if kind[party.unit] and not self.roster.air[party.unit]:
                    self._give(party, end, n)
            if kind is self.roster.sea:
                for trip in self.convoys.trips:
                    self._voyage(trip)
        for party, end, n in moves:
            if self.roster.air[party.unit]:
                self._give(party, end, n)
        self._rescue()

    def _give(self, party: Party, end: int, count: int) -> None:
        roster, field = self.roster, self.stance.field
        if roster.air[party.unit]:
            way = flight(self.terrain, party.space, end)
        elif roster.land[party.unit]:
            way = march(field, self.side, party.space, end, party.points, False, False)
        else:
            way = sail(field, self.side, party.space, end, party.points, roster.sneaks[party.unit])
        if way is None:
            return
        used = party.used
        pick = Pick(roster.names[party.unit], count, None, used)
        if not self.draft.give(Move(units=(pick,), path=names(self.terrain, way))) and count > 1:
            one = Move(units=(Pick(pick.unit, 1, None, used),), path=names(self.terrain, way))
            for _ in range(count):
                if not self.draft.give(one):
                    break

    def _voyage(self, trip: Trip) -> None:
        if len(trip.way) == 1 and not trip.loads and trip.ashore < 0:
            return
        spaces = self.terrain.names
        pick = Pick(trip.ship.unit, 1, tuple(c.unit for c in trip.ship.cargo), trip.ship.used)
        loads: dict[tuple[int, int, int], int] = {}
        for load in trip.loads:
            loads[load] = loads.get(load, 0) + 1
        self.draft.give(
            Voyage(
                transport=pick,
                path=names(self.terrain, trip.way),
                loads=tuple(Load(spaces[z], spaces[c], self.roster.names[u], n) for (z, c, u), n in loads.items()),
                land=spaces[trip.ashore] if trip.ashore >= 0 else "",
            )
        )

    def _rescue(self) -> None:
        """If air units still have no place to land, try anything that lets the phase end."""
        game, power = self.draft.game, self.draft.power
        for _ in range(40):
            if game.check(self.draft.state, power, Done()) is None:
                return
            if not (self._save_one() or self._make_room() or self._land_aboard()):
                return

    def _save_one(self) -> bool:
        """Land one air unit that is still in flight, or bring a carrier closer."""
        roster, terrain = self.roster, self.terrain
        for name in tuple(self.draft.state.stacks):
            space = terrain.index[name]
            for piece, _ in self.draft.pieces(name):
                unit = roster.index[piece.unit]
                if (
                    not roster.air[unit]
                    or piece.landed
                    or (not terrain.is_sea[space] and self.deployment.safe(space))
                ):
                    continue
                pick = Pick(piece.unit, 1, None, piece.used)
                for there, steps in terrain.flights[space].items():
                    if steps > self.moves[unit] + piece.extra - piece.used:
                        break
                    way = flight(terrain, space, there)
                    if steps and way and self.draft.give(Move(units=(pick,), path=names(terrain, way))):
                        return True
        return self._bring_carrier()

    def _make_room(self) -> bool:
        """Make a guest aboard a partner's carrier fly to land, to free its place for another."""
        game, power = self.draft.game, self.draft.power
        state = self.draft.state
        for order in guest_orders(game.world.as_of(state), state, power, combat=False):
            if not self.terrain.is_sea[self.terrain.index[order.path[-1]]] and self.draft.give(order):
                return True
        return False

    def _land_aboard(self) -> bool:
        """Land one plane on the carrier beside it, to distinguish planes still in flight from the others."""
        for name in tuple(self.draft.state.stacks):
            if self.terrain.is_sea[self.terrain.index[name]]:
                for piece, _ in self.draft.pieces(name):
                    if self.roster.air[self.roster.index[piece.unit]] and self.draft.give(
                        Land(unit=piece.unit, zone=name, owner=self.draft.power)
                    ):
                        return True
        return False

    def _bring_carrier(self) -> bool:
        roster, terrain = self.roster, self.terrain
        needy = [
            terrain.index[name]
            for name in self.draft.state.stacks
            if terrain.is_sea[terrain.index[name]]
            and any(roster.air[roster.index[p.unit]] for p, _ in self.draft.pieces(name))
        ]
        for name in tuple(self.draft.state.stacks):
            for piece, _ in self.draft.pieces(name):
                unit = roster.index[piece.unit]
                if not roster.decks[unit] or piece.moved:
                    continue
                for end in needy:
                    points = self.moves[unit] + piece.extra - piece.used
                    way = sail(self.stance.field, self.side, terrain.index[name], end, points, False)
                    if (
                        way
                        and len(way) > 1
                        and self.draft.give(
                            Move(units=(Pick(piece.unit, 1, None, piece.used),), path=names(terrain, way))
                        )
                    ):
                        return True
        return False
