"""Checks an uploaded game. Runs in a worker, within its limits of time and memory."""

from http import HTTPStatus

import msgspec

from sandtable.server.problems import problem
from sandtable.server.wire import Problem
from sandtable.variants.adding import loaded
from sandtable.variants.packing import BadPack, read_pack
from sandtable.variants.playable import unplayable


def checked_pack(data: bytes) -> bytes | Problem:
    """The manifest of a pack that can be installed, as JSON, or why it can't be."""
    pack = read_pack(data)
    if isinstance(pack, BadPack):
        return _refused(pack)
    game = loaded(pack)
    if isinstance(game, BadPack):
        return _refused(game)
    why = unplayable(game)
    return _refused(BadPack(why)) if why else msgspec.json.encode(pack.note)


def _refused(bad: BadPack) -> Problem:
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, f"This game can't be installed: {bad.why}", "bad-pack")
