"""The odds of battles in cycles: hits wait and take effect together, shots are aimed, both sides pull back.

What lives here: the average course of such a battle in a millisecond (``course``), and its exact distribution as
a chain of states. Who fires, at whom and with which number is asked of the table's own functions.
What does not: battles of rounds in which each volley is answered by its losses (``sandtable.odds.model``).
"""
