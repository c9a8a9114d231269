"""The workshop: a browser-based editor for variants, local to their author.

* ``editing`` changes a game's YAML files and keeps their comments;
* ``forms`` makes form fields from the structs of the files, ``schemas`` from those with lists and conditions;
* ``borders`` has the places that the map is made from, drafts of it, and the final map;
* ``views`` is what the page shows of a game, ``shop`` the games that can be opened;
* ``app`` serves it, on this machine only.

The files are the single source of truth: every request reads them again, so that a text editor can be used at the
same time.
"""
