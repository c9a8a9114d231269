"""What a battle is worth: the exact distribution of its outcomes, from the sequence that the table fights by.

What lives here: the arithmetic of a declared battle (``rounds``, ``sides``, ``exact``), sampling where exact cannot reach
(``sampled``), players' policies, results and their pictures. What does not: any rule of combat. Who fires, at whom, with
which number and when losses leave is read from a game's ``battle.yaml`` and unit table, as the table reads it.
"""
