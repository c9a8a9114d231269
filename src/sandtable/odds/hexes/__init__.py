"""The odds of the hex family, exact for the choices they assume.

What lives here: ``offensive`` follows armies by land, hex by hex, with their aircraft; ``landing`` follows an
invasion from port to shore; ``sea`` is a meeting of two fleets; ``bombing`` are raids and missiles. All of them
carry every state that the dice can lead to with a whole-number weight (``course``), so nothing is rounded.

What does not: which choice is best. Each module says what it assumes about losses and about the enemy's decisions.
"""
