"""Shipping points: what a side can carry over sea, and along which routes.

``settings`` are areas, starting points and limits; ``memory`` is who has which points and routes; ``areas``
judges a route, ``courses`` finds its path; ``routes`` says which ports routes join and what depends on them;
``allotting`` opens and closes routes, ``reacting`` is what happens to them without an order, ``building`` buys
points, and ``losses`` is what attacks on routes do; ``shipping_points`` is the part.
"""

from sandtable.hexes.parts.shipping_points.shipping_points import ShippingPoints

PART = ShippingPoints

__all__ = ["PART", "ShippingPoints"]
