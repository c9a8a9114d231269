"""The coasts of the world: Natural Earth's land, public domain, from the npm package ``world-atlas``.

The package is downloaded when a map is built and cached under ``build/``; it isn't part of this project.
"""

import hashlib
import io
import os
import subprocess
import tarfile
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

CREDIT = "Coastlines: Natural Earth (public domain), by way of the npm package world-atlas 2.0.2"
_PACKAGE = "world-atlas@2.0.2"
_SHA256 = "032e7765f2ce00edaeafec23ff22bc3b77e42987c257da944cc585b452c05b97"

Ring = npt.NDArray[np.float64]
"""A closed line: rows of longitude and latitude."""


class OutlineError(Exception):
    """The outline isn't available. The message says why."""


class _Transform(msgspec.Struct):
    scale: tuple[float, float]
    translate: tuple[float, float]


class _Shape(msgspec.Struct):
    arcs: list[list[list[int]]]


class _Collection(msgspec.Struct):
    geometries: list[_Shape]


class _Objects(msgspec.Struct):
    land: _Collection


class _Topology(msgspec.Struct):
    objects: _Objects
    arcs: list[list[tuple[int, int]]]
    transform: _Transform


def cache_folder() -> Path:
    """The cache folder: ``SANDTABLE_CACHE``, or ``build/maps`` in the working folder."""
    return Path(os.environ.get("SANDTABLE_CACHE", "build/maps"))


def read_outline(detail: str) -> list[Ring]:
    """The rings of the world's land; an even-odd fill of all of them is land."""
    with tarfile.open(fileobj=io.BytesIO(_package()), mode="r:gz") as archive:
        member = archive.extractfile(f"package/land-{detail}.json")
        assert member is not None
        return _rings(msgspec.json.decode(member.read(), type=_Topology))


def _package() -> bytes:
    path = cache_folder() / "world-atlas-2.0.2.tgz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _fetch(path.parent)
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != _SHA256:
        raise OutlineError(f"{path} is not the package that it should be; delete it and try again.")
    return data


def _fetch(folder: Path) -> None:
    """Download the package with npm."""
    command = ["npm", "pack", "--silent", "--pack-destination", str(folder), _PACKAGE]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    except FileNotFoundError:
        raise OutlineError(f"the outline comes with the npm package {_PACKAGE}; npm is not installed.") from None
    except subprocess.SubprocessError as error:
        raise OutlineError(f"npm could not bring the world outline ({_PACKAGE}): {error}") from None


def _rings(topology: _Topology) -> list[Ring]:
    scale, shift = np.array(topology.transform.scale), np.array(topology.transform.translate)
    arcs = [np.cumsum(np.array(arc, dtype=np.float64), axis=0) * scale + shift for arc in topology.arcs]
    rings: list[Ring] = []
    for shape in topology.objects.land.geometries:
        for polygon in shape.arcs:
            for ring in polygon:
                parts = [arcs[i] if i >= 0 else arcs[~i][::-1] for i in ring]
                rings.append(np.concatenate([parts[0], *(part[1:] for part in parts[1:])]))
    return rings
