"""Battles: units leave the board for the strip, fight by a declared sequence, and come back.

* :mod:`.sequence` what ``battle.yaml`` says: the steps of a round, who can be hit by what
* :mod:`.placing` from the board to the strip; :mod:`.returning` from the strip to the board
* :mod:`.values` what units have to roll; :mod:`.volleys` who fires, with which dice, scoring what
* :mod:`.casualties` which losses are legal, the default choice, and what a player's words mean
* :mod:`.judging` whether a battle is over; :mod:`.leading` who speaks for a side
* one module a question: :mod:`.taking` losses, :mod:`.submerging`, :mod:`.withdrawing`, :mod:`.breaking_off`,
  :mod:`.aiming`, :mod:`.searching`, :mod:`.pulling`
* :mod:`.retreats`, :mod:`.refuges` where units may go that leave; :mod:`.decks` room aboard for them
* :mod:`.fight` runs a battle from question to question: the way in for everybody else
* :mod:`.evolve` what each battle event does to the state
"""
