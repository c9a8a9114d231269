"""Battles: units move from the board to the battle strip, fight by a declared sequence, and return.

* :mod:`.sequence` the contents of ``battle.yaml``: the steps of a round, what can hit what
* :mod:`.placing` from the board to the strip; :mod:`.returning` from the strip to the board
* :mod:`.values` what units have to roll; :mod:`.volleys` who fires, how many dice, which hits
* :mod:`.casualties` legal losses, the default choice, and which pieces a player means
* :mod:`.judging` whether a battle is over; :mod:`.leading` who decides for a side
* one module per decision: :mod:`.casualty_choice`, :mod:`.submerging`, :mod:`.withdrawing`, :mod:`.breaking_off`,
  :mod:`.aiming`, :mod:`.searching`, :mod:`.partial_retreat`
* :mod:`.retreats`, :mod:`.refuges` where retreating units may go; :mod:`.decks` room for them aboard ships
* :mod:`.fight` runs a battle from decision to decision: the entry point for other packages
* :mod:`.evolve` what each battle event does to the state
"""
