"""What house rules do to a game: bots play the variant and its parent with the same dice.

* ``observing`` plays one game and keeps what is of interest;
* ``design`` says which games of changes are played to find out which change did it;
* ``sequential`` has intervals that hold however often one looks, so that a study can stop early;
* ``study`` plays, keeps all results in a file, and can be interrupted and resumed;
* ``findings`` turns observations into answers, ``page`` shows them.
"""
