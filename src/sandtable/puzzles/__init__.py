"""Puzzles: positions of area games with one clearly best combat move, the question, and how an answer is judged.

``puzzle`` is what a puzzle is, ``collection`` reads the ones in ``data``, ``position`` sets one up as a study, and
``judging`` measures an answer with the guide's own odds. ``sandtable.lab.puzzles`` finds new ones.
"""
