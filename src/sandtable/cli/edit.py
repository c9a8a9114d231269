"""``sandtable edit``: the workshop in the browser."""

import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import uvicorn

from sandtable import games
from sandtable.cli.answers import fail, id_of, no_such_game
from sandtable.server.page import is_built
from sandtable.server.run import PortTaken, listen
from sandtable.workshop.app import workshop_app

USUAL_PORT = 1942


def edit_game(name: str, port: int | None, browser: bool) -> None:
    """Serve the workshop locally until Ctrl-C. Broken games can be opened: it shows their errors."""
    extra: list[Path] = []
    game = id_of(name) if name else ""
    if name:
        if games.is_built_in(game):
            fail(f"{game} comes with sandtable. Start your own version: sandtable new my-{game} --like {game}")
        found = games.finding.find(game)
        if found is None:
            no_such_game(game)
        extra.append(found.path)
    if not is_built():
        fail("the page hasn't been built. In the source folder run 'make page'.")
    listener = listen("127.0.0.1", port if port is not None else USUAL_PORT)
    if isinstance(listener, PortTaken) and port is None:
        listener = listen("127.0.0.1", 0)
    if isinstance(listener, PortTaken):
        fail(f"--port: {port} is taken ({listener.why}). Choose another.")
    url = f"http://127.0.0.1:{listener.getsockname()[1]}/workshop{f'/{game}' if game else ''}"
    print(f"The workshop is at {url}  (Ctrl-C stops it)", flush=True)
    if browser:
        threading.Timer(1.0, webbrowser.open, (url,)).start()
    server = uvicorn.Server(uvicorn.Config(workshop_app(extra=extra), log_level="warning", access_log=False))
    with suppress(KeyboardInterrupt):  # uvicorn has stopped in good order, and says Ctrl-C once more
        server.run(sockets=[listener])
    print("\nStopped. Everything is in the game's files.", flush=True)
