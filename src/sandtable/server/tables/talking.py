"""Chat."""

from http import HTTPStatus

from sandtable.server import wire
from sandtable.server.problems import problem
from sandtable.server.storage import chat as chat_store
from sandtable.server.storage import moderation
from sandtable.server.storage import tables as store
from sandtable.server.tables import seating
from sandtable.server.tables.room import CHAT, Room
from sandtable.server.wire import Person, Problem


async def say(room: Room, person: Person, wanted: wire.Say) -> wire.Said | Problem:
    """Post a chat message, to everybody or to your side."""
    manager = room.table_manager
    if wanted.side and wanted.side not in room.sides(room.viewer(person)):
        return problem(HTTPStatus.FORBIDDEN, "Only players of a side can write to it.")
    text = wanted.text.strip()
    if not text:
        return problem(HTTPStatus.BAD_REQUEST, "Say something.")
    if manager.too_fast(f"chat {person.id}", manager.limits.chat):
        return problem(HTTPStatus.TOO_MANY_REQUESTS, "Too fast. Wait a moment.")
    async with room.lock:
        async with manager.database.write() as connection:
            if await moderation.excluded(connection, room.id, person.id):
                return problem(HTTPStatus.FORBIDDEN, "The host has muted you at this table.", "muted")
            await store.lock(connection, room.id)
            said = await chat_store.say(connection, room.id, person, text, wanted.side, wanted.key)
            new = await chat_store.chatted(connection, room.id, seating.sides(room.game), room.last_said, CHAT)
        room.add_chat(new)  # includes messages from other workers
    manager.publish_said(room)
    return said
