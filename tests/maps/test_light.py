"""Playing and drawing never load a geometry library."""

import subprocess
import sys


def test_drawing_needs_no_geometry_library() -> None:
    code = (
        "import sys; from sandtable.maps import check, draw, geometry, picture; import sandtable.cli.map; "
        "sys.exit(any(name.split('.')[0] in ('scipy', 'shapely') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
