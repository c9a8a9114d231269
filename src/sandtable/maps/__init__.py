"""The cartographer: places on the globe become a drawn board.

``places`` reads what an author writes; ``build`` turns it into a :class:`~sandtable.maps.geometry.Geometry` (this
needs SciPy and the world outline); ``geometry`` reads and writes the file that ships with a game, ``check``
compares it with the board, and ``draw`` makes the SVG: those three need nothing but the standard parts of the
package, so that playing never waits for a geometry library.
"""
