"""The TypeScript types of the workshop's page, generated: ``python -m sandtable.workshop.typescript FILE``."""

import sys
from pathlib import Path

from sandtable.server.typescript import Declarations
from sandtable.workshop.app import Bench, Benches
from sandtable.workshop.borders import Place, Sheet, Wrong
from sandtable.workshop.forms import Field, FieldKind
from sandtable.workshop.proving import Outcome, Proof
from sandtable.workshop.schemas import Forms
from sandtable.workshop.shop import Edit, Move
from sandtable.workshop.views import Change, Fault, Power, Row, View

HEAD = "// Written by `python -m sandtable.workshop.typescript FILE`: change the Python types, not this file.\n"


def text() -> str:
    """The file's content."""
    shown = (Bench, Benches, Forms, Field, Row, Power, Change, Fault, View, Place, Wrong, Sheet, Outcome, Proof)
    structs = (*shown, Edit, Move)
    return "\n".join([HEAD, *Declarations(structs, {"FieldKind": FieldKind}).declarations()])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
