"""Every rule that the area family cites, by the name that it has in the family.

A game's rulebook has these under its own prefix, or under the id that its ``game.yaml`` gives in ``cites``.
Loading a game checks that each of them exists.
"""

from typing import Literal, get_args

Citation = Literal[
    # players and sides
    "players.count",
    "players.one-side-per-player",
    "players.all-powers-assigned",
    "players.separate-accounts",
    "players.one-power-at-a-time",
    "sides.no-attack-on-friends",
    "sides.share-spaces",
    "victory.concession",
    "victory.game-ends-at-once",
    # the board
    "board.adjacency",
    "board.neutral-impassable",
    "board.straits-closed",
    "board.island-group-undivided",
    "board.islands-not-adjacent",
    "canal.not-a-space",
    "canal.control-since-start-of-turn",
    "canal.panama-owner",
    "canal.suez-split-closed",
    "canal.all-sea-units-and-retreats",
    # battle: what an answer can break
    "casualty.owner-chooses",
    "casualty.assign-as-many-as-possible",
    "casualty.eligibility",
    "transport.chosen-last",
    "sub.submerge-any-number",
    "sub.no-submerge-with-destroyer",
    "retreat.attacker-only",
    "retreat.where",
    "retreat.none-possible",
    "retreat.sea-friendly-at-start",
    "retreat.no-partial-general",
    "retreat.all-together",
    "amphib.seaborne-cannot-retreat",
    "amphib.overland-retreat",
    "amphib.air-retreat-with-overland",
    "amphib.others-must-fight-one-round",
    "combat.mandatory",
    "combat.order-of-battles",
    "combat.die",
    "defenseless.attacking-transports-choice",
]

CITATIONS: tuple[str, ...] = get_args(Citation)
