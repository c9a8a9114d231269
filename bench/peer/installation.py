"""What the bridge needs, what of it is missing, and how it is built."""

import os
import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

JAR = Path(os.environ.get("TRIPLEA_JAR", "/usr/share/games/triplea/bin/triplea.jar"))
"""TripleA 1.9, where Debian puts it."""
FOLDER = Path(os.environ.get("PEER_DIR", "build/peer")).resolve()
"""Where classes, maps and TripleA's own settings go."""
JAVA = Path(__file__).parent / "java"
MAPS = {
    "1941": ("world_war_ii_v6_1941", "WW2v6_1941.xml"),
    "classic": ("world_war_ii_classic", "classic.xml"),
}
"""The games that can be compared: the repository of triplea-maps that has the map, and its file there."""
FILES = ("map.properties", "games", "centers.txt", "place.txt", "polygons.txt")


def missing(game: str = "") -> list[str]:
    """What has to be there before a game can be played, each with how to get it."""
    found = []
    if not JAR.exists():
        found.append(f"TripleA: {JAR} doesn't exist. Install it (Debian: triplea), or set TRIPLEA_JAR.")
    if shutil.which("java") is None or shutil.which("javac") is None:
        found.append("a JDK: there is no java and javac. Install one (Debian: default-jdk-headless).")
    if game and game not in MAPS:
        found.append(f"a map: only {' and '.join(MAPS)} can be compared, not {game!r}.")
    elif game and not (FOLDER / "maps" / f"{game}.xml").exists():
        repository = MAPS[game][0]
        found.append(
            f"the map: clone https://github.com/triplea-maps/{repository} (a bare clone will do) and run "
            f"'python -m bench.peer build PATH/TO/{repository}'."
        )
    return found


def build(clones: list[Path]) -> None:
    """Compile our end of the bridge, and take the maps from clones of their repositories."""
    classes = FOLDER / "classes"
    for part in ("classes", "maps", "run", "prefs"):
        (FOLDER / part).mkdir(parents=True, exist_ok=True)
    shutil.copy(JAR.parent / "game_engine.properties", FOLDER / "run")
    # The stand-in for one of TripleA's own classes comes first: ours is compiled against it.
    for source in ("games/strategy/engine/data/DefaultNamed.java", "peer/Turns.java"):
        path = f"{classes}:{JAR}"
        subprocess.run(["javac", "-nowarn", "-cp", path, "-d", str(classes), str(JAVA / source)], check=True)
    for clone in clones:
        game = game_of(clone)
        repository, file = MAPS[game]
        target = FOLDER / "home/triplea/downloadedMaps" / repository
        target.mkdir(parents=True, exist_ok=True)
        command = ["git", "-C", str(clone), "archive", "HEAD", *(f"map/{name}" for name in FILES)]
        packed = subprocess.run(command, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(target, filter="data")
        shutil.copy(target / "map/games" / file, FOLDER / "maps" / f"{game}.xml")


def game_of(clone: Path) -> str:
    """The game whose map a clone holds, by its path.

    >>> game_of(Path("/somewhere/world_war_ii_classic.git"))
    'classic'
    """
    for game, (repository, _) in MAPS.items():
        if repository in str(clone):
            return game
    raise ValueError(f"{clone} is none of {', '.join(repository for repository, _ in MAPS.values())}")
