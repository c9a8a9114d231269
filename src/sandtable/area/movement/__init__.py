"""How units move: one set of rules a kind of unit, used alike to judge a path and to find every reachable space.

``course`` walks paths, ``land``, ``sea`` and ``air`` say what each kind may enter, pass and end in, ``landing``
proves that air units can come down, ``voyage`` is the transport's day, ``muster`` picks the pieces that are meant.
"""
