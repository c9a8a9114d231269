"""A TripleA process that plays whole turns (``java/``)."""

from bench.peer.engine import Engine
from bench.peer.installation import FOLDER, JAR


class TripleA(Engine):
    """TripleA with one game loaded. One process serves many games."""

    name = "triplea"

    def __init__(self, game: str, seed: int) -> None:
        flags = [
            "-Djava.awt.headless=true",
            "-Dtriplea.headless=true",
            f"-Duser.home={FOLDER}/home",
            f"-Djava.util.prefs.userRoot={FOLDER}/prefs",
            "-Xmx2g",
            "-XX:+UseSerialGC",
        ]
        program = ["-cp", f"{FOLDER}/classes:{JAR}", "peer.Turns", f"{FOLDER}/maps/{game}.xml", str(seed)]
        super().__init__(["java", *flags, *program], FOLDER / "run", FOLDER / f"triplea-{game}.err")
