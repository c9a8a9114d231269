"""Every rule that the area family cites, by the name that it has in the family.

A game's rulebook has these under its own prefix, or under the id that its ``game.yaml`` gives in ``cites``.
Loading a game checks that each of them exists: those of :data:`EVERYWHERE`, and those of the features that it has.
"""

from collections.abc import Mapping
from typing import Literal, get_args

Everywhere = Literal[
    "players.count",
    "players.one-side-per-player",
    "players.all-powers-assigned",
    "players.separate-accounts",
    "players.one-power-at-a-time",
    "sides.no-attack-on-friends",
    "sides.share-spaces",
    "victory.game-ends-at-once",
    "victory.concession",
    "setup.powers-table",
    "board.spaces",
    "board.adjacency",
    "board.no-vertical-wrap",
    "board.neutral-impassable",
    "board.straits-closed",
    "canal.control-since-start-of-turn",
    "canal.panama-owner",
    "canal.suez-owner",
    "canal.suez-split-closed",
    "canal.all-sea-units-and-retreats",
    "board.islands-not-adjacent",
    "units.table",
    "units.land-not-at-sea",
    "units.sea-role",
    "units.sea-move-two",
    "units.carry",
    "complex.counts-as-unit-for-blitz",
    "turn.phases",
    "purchase.affordable",
    "purchase.only-this-phase",
    "purchase.mobilization-zone",
    "purchase.capital-needed",
    "purchase.final-when-phase-ends",
    "cmove.two-movement-phases",
    "cmove.must-end-hostile",
    "cmove.exception-subs-transports",
    "cmove.distance",
    "cmove.path-matters",
    "cmove.land-stops-at-hostile",
    "cmove.sea-stops-at-hostile",
    "cmove.simultaneous",
    "cmove.no-reinforcement",
    "cmove.moved-units-stay-put",
    "cmove.no-neutral",
    "ignore.attackers-must-stop",
    "shared-zone.no-noncombat-afterwards",
    "shared-zone.lone-transports-cannot-fight",
    "blitz.stops-at-units",
    "blitz.tanks-only",
    "blitz.not-after-offloading",
    "air.total-range",
    "air.no-neutral-overflight",
    "air.reserve-for-landing",
    "air.full-range-to-sea-with-carrier",
    "air.demonstrate-landing",
    "air.demonstrate-combined-moves",
    "air.demonstrate-carrier-unmoved",
    "air.demonstrate-no-retreat",
    "air.no-suicide",
    "air.save-as-many-as-possible",
    "air.not-in-captured-territory",
    "air.bombers-not-on-carriers",
    "air.combat-move-destination",
    "carrier.capacity",
    "carrier.launch-position",
    "carrier.landing-at-final-zone",
    "carrier.own-fighters-noncombat",
    "carrier.no-landing-en-route",
    "carrier.must-pick-up",
    "carrier.follow-through-new",
    "carrier.stranded-fighters",
    "carrier.stranded-timing",
    "carrier.landing-needs-room",
    "sub.stops-at-destroyer",
    "sub.submerge-any-number",
    "sub.decision-order",
    "sub.no-submerge-with-destroyer",
    "transport.capacity",
    "transport.carries-friends",
    "transport.cargo-passive",
    "transport.cargo-assigned",
    "transport.load-from-two-territories",
    "transport.load-in-friendly-zone-only",
    "transport.offload-at-end",
    "transport.one-offload-territory",
    "transport.no-transfer",
    "transport.land-unit-whole-move",
    "transport.noncombat-offload",
    "transport.stops-at-surface-warships",
    "transport.combat-load-must-assault",
    "transport.retreat-blocks-offload",
    "transport.active-only-once",
    "transport.no-lone-attack",
    "transport.chosen-last",
    "transport.partner-three-steps",
    "transport.partner-load-noncombat",
    "transport.new-units-not-on-transports",
    "amphib.definition",
    "amphib.announce",
    "amphib.zone-must-be-friendly",
    "amphib.escort-against-subs",
    "amphib.resolve-first",
    "amphib.sequence",
    "amphib.sea-combat-when",
    "amphib.others-must-fight-one-round",
    "amphib.seaborne-cannot-retreat",
    "amphib.overland-retreat",
    "amphib.air-retreat-with-overland",
    "amphib.offload-obligation",
    "amphib.only-way-into-hostile",
    "combat.where",
    "combat.mandatory",
    "combat.order-of-battles",
    "casualty.owner-chooses",
    "casualty.assign-as-many-as-possible",
    "casualty.eligibility",
    "casualty.multinational-defense",
    "retreat.attacker-only",
    "retreat.where",
    "retreat.sea-friendly-at-start",
    "retreat.no-origin-no-retreat",
    "retreat.none-possible",
    "retreat.air",
    "retreat.no-partial-general",
    "defenseless.attacking-transports-choice",
    "capture.no-landing-this-turn",
    "ncm.distance",
    "ncm.land",
    "ncm.sea",
    "ncm.carriers",
    "ncm.air-landing-place",
    "ncm.stranded-first",
    "mobilize.all",
    "mobilize.eligible-complex",
    "mobilize.capacity",
    "mobilize.land-and-bombers",
    "mobilize.sea-units",
    "mobilize.fighters",
    "mobilize.not-on-partner-carrier",
    "mobilize.carrier-room-shared-with-landings",
    "mobilize.declared-carrier",
    "mobilize.refund-only-if-unplaceable",
    "mobilize.no-action-after",
]

CITATIONS: tuple[Everywhere, ...] = get_args(Everywhere)
"""What every game of the family cites."""

Research = Literal[
    "research.before-purchase",
    "research.die-cost",
    "research.one-batch",
    "research.all-owned",
]
Rockets = Literal[
    "tech.rockets-one-attack",
    "tech.rockets-range",
    "tech.rockets-timing",
]
Neutrals = Literal[
    "neutral.must-pay",
    "neutral.land-units-stop",
    "neutral.action-2-only",
    "neutral.no-landing",
]
Prizes = Literal[
    "aa.no-attack",
    "aa.move",
    "aa.one-per-territory",
    "aa.captured-not-moved-same-turn",
    "aa.sea-transport",
]
Facilities = Literal[
    "complex.passive",
    "complex.one-per-territory",
    "complex.build-site",
    "complex.not-in-turn-of-purchase",
]
Raids = Literal[
    "raid.bombers-only",
    "raid.either-or",
    "raid.not-where-taken",
]
Support = Literal["aa.moment-of-over-flight-fire", "aa.owner-picks-plane"]
Withdrawals = Literal[
    "submarine.withdraw-when",
    "submarine.withdraw-order",
    "submarine.attacker-destination",
    "submarine.defender-destination",
    "submarine.not-to-embattled-zone",
    "submarine.individual-choice",
]
Others = Literal[
    "amphibious.landing-optional",
    "amphibious.no-partial-retreat",
    "combat.hopeless-attack",
    "placement.naval-no-enemy",
]
Missions = Literal[
    "raid.bombers-only",
    "raid.either-or",
    "mission.target",
    "mission.factory",
    "mission.name",
    "mission.choice",
    "mission.home",
    "combat.missions-first",
]
DirectedResearch = Literal["research.capital-lost", "research.phase"]
DeclaredRockets = Literal["tech.rockets-real-guns"]
Flights = Literal[
    "air.full-range",
    "air.not-against-ships",
    "carrier.deck-full",
    "carrier.guest-sailed",
    "ncm.airlift",
    "ncm.airlift-limits",
]
Yards = Literal[
    "mobilize.levy",
    "mobilize.captured-levy",
    "mobilize.captured-capacity",
    "mobilize.bombed",
    "mobilize.capital-ship",
    "mobilize.scorched",
    "mobilize.exiled",
    "mobilize.exiled-factory",
]
Treasuries = Literal[
    "aid.amount", "aid.treasury", "aid.receiver", "aid.over", "repair.where", "repair.money", "scorch.own"
]
PassiveMoves = Literal[
    "window.opening",
    "window.closed",
    "support.who",
    "support.where",
    "support.held",
    "reinforce.who",
    "reinforce.distance",
    "interdiction.pinned",
    "combat.own-battles",
]
Interdiction = Literal["interdiction.stopped"]
Teams = Literal["turn.combat-move-is-final", "turn.team-turn-ends"]
LastByKind = Literal["combat.restricted-hits-first"]
Searches = Literal["aa.select-search-targets", "aa.select-detected"]
PullBacks = Literal[
    "landretreat.order",
    "landretreat.forced",
    "landretreat.partial",
    "landretreat.defender-land",
    "landretreat.defender-air",
    "landretreat.unresolved-combat",
    "landretreat.attacker-land",
    "landretreat.attacker-must-hold",
    "landretreat.attacker-air",
    "landretreat.not-before-first-cycle",
    "amphib.retreat-needs-transport",
    "searetreat.order",
    "searetreat.stalemate",
    "searetreat.defender-naval",
    "searetreat.defender-air",
    "searetreat.unresolved-combat",
    "searetreat.attacker-naval",
    "searetreat.attacker-air",
    "seacombat.excess-air-retreats",
    "sub.submerge",
    "sub.not-before-first-cycle",
]

Feature = Literal[
    "research",
    "rockets",
    "neutrals",
    "prizes",
    "facilities",
    "raids",
    "support",
    "withdrawal",
    "landing-choice",
    "ships-need-free-zones",
    "seaborne-bind",
    "forced-retreat",
    "teams",
    "searches",
    "pull-backs",
    "last-by-kind",
    "missions",
    "directed-research",
    "declared-rockets",
    "half-flights",
    "interdiction",
    "decks-carry",
    "levies",
    "exiles-build",
    "capital-ships",
    "captured-factories",
    "aid",
    "repairs",
    "scorched-earth",
    "passive-moves",
    "airlift",
    "land-targets",
]
"""What only some games have."""

Finer = Literal[
    "players.own-units",
    "canal.single-bank-since-start",
    "units.carries-nobody",
    "units.carries-planes-only",
    "sub.carries-nobody",
    "cmove.moved-already",
    "cmove.flown-already",
    "cmove.moved-ships-stay-put",
    "air.noncombat-range",
    "transport.load-after-moving",
    "transport.armor-whole-move",
    "transport.no-coast",
    "combat.fight-a-round",
    "retreat.where-at-sea",
    "retreat.nothing-afterwards",
    "capture.occupiers-stay",
    "ncm.ship-distance",
    "mobilize.least-capacity",
    "mobilize.no-factory",
    "mobilize.partners-complex",
    "mobilize.just-captured",
    "mobilize.bought",
]

Citation = (
    Everywhere
    | Research
    | Rockets
    | Neutrals
    | Prizes
    | Facilities
    | Raids
    | Support
    | Withdrawals
    | Others
    | Teams
    | Searches
    | PullBacks
    | LastByKind
    | Missions
    | DirectedResearch
    | DeclaredRockets
    | Flights
    | Yards
    | Treasuries
    | PassiveMoves
    | Interdiction
    | Finer
)

FEATURES: Mapping[Feature, tuple[Citation, ...]] = {
    "research": get_args(Research),
    "rockets": get_args(Rockets),
    "neutrals": get_args(Neutrals),
    "prizes": get_args(Prizes),
    "facilities": get_args(Facilities),
    "raids": get_args(Raids),
    "support": get_args(Support),
    "withdrawal": get_args(Withdrawals),
    "landing-choice": ("amphibious.landing-optional",),
    "ships-need-free-zones": ("placement.naval-no-enemy",),
    "seaborne-bind": ("amphibious.no-partial-retreat",),
    "forced-retreat": ("combat.hopeless-attack",),
    "teams": get_args(Teams),
    "searches": get_args(Searches),
    "pull-backs": get_args(PullBacks),
    "last-by-kind": get_args(LastByKind),
    "missions": get_args(Missions),
    "directed-research": get_args(DirectedResearch),
    "declared-rockets": get_args(DeclaredRockets),
    "half-flights": ("air.full-range",),
    "interdiction": get_args(Interdiction),
    "decks-carry": ("carrier.deck-full", "carrier.guest-sailed"),
    "levies": ("mobilize.levy", "mobilize.captured-levy"),
    "exiles-build": ("mobilize.exiled", "mobilize.exiled-factory"),
    "capital-ships": ("mobilize.capital-ship",),
    "captured-factories": ("mobilize.captured-capacity",),
    "aid": ("aid.amount", "aid.treasury", "aid.receiver", "aid.over"),
    "repairs": ("repair.where", "repair.money"),
    "scorched-earth": ("scorch.own", "mobilize.scorched", "mobilize.bombed"),
    "passive-moves": get_args(PassiveMoves),
    "airlift": ("ncm.airlift", "ncm.airlift-limits"),
    "land-targets": ("air.not-against-ships",),
}
"""What a game cites beside, if it has a feature."""

FINER: Mapping[Citation, Citation] = {
    "players.own-units": "players.one-power-at-a-time",
    "canal.single-bank-since-start": "canal.control-since-start-of-turn",
    "units.carries-nobody": "units.carry",
    "units.carries-planes-only": "units.carry",
    "sub.carries-nobody": "units.carry",
    "cmove.moved-already": "cmove.simultaneous",
    "cmove.flown-already": "cmove.moved-already",
    "cmove.moved-ships-stay-put": "cmove.moved-units-stay-put",
    "air.noncombat-range": "air.total-range",
    "transport.load-after-moving": "transport.land-unit-whole-move",
    "transport.armor-whole-move": "transport.land-unit-whole-move",
    "transport.no-coast": "amphib.definition",
    "combat.fight-a-round": "combat.mandatory",
    "retreat.where-at-sea": "retreat.where",
    "retreat.nothing-afterwards": "cmove.moved-units-stay-put",
    "capture.occupiers-stay": "cmove.moved-units-stay-put",
    "ncm.ship-distance": "ncm.distance",
    "mobilize.least-capacity": "mobilize.capacity",
    "mobilize.no-factory": "mobilize.land-and-bombers",
    "mobilize.partners-complex": "mobilize.eligible-complex",
    "mobilize.just-captured": "mobilize.eligible-complex",
    "mobilize.bought": "purchase.only-this-phase",
}
"""Cases that some books have a rule of their own for; other games cite the wider rule."""
