"""The hex family: a board of hexes, armies of strength points, supply.

Here live the grid (``grid``: numbers, neighbours, distances, points on a sheet) and the atlas (``atlas``: what is
in which hex, and how sure that is). Nothing here draws; the drawing is in ``sandtable.maps``.
"""
