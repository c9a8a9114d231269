"""Maps: turns places on the globe into a drawn board.

``places`` reads the author's file; ``build`` turns it into a :class:`~sandtable.maps.geometry.Geometry`, which
needs SciPy and the world outline. ``geometry`` reads and writes the file that ships with a game, ``check``
compares it with the board, and ``draw`` makes the SVG: these need no geometry library, so playing doesn't either.
"""
