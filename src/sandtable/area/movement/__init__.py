"""Movement rules, one set per kind of unit, used both to judge a path and to find every reachable space.

``course`` walks paths; ``land``, ``sea`` and ``air`` say what each kind may enter, pass and end in; ``landing``
checks that air units can land; ``voyage`` handles transports; ``selection`` finds the pieces an order means.
"""
