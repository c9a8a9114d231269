"""House rules: variants, which are defined by how they differ from another game.

* ``starting`` creates the folder of a new variant;
* ``comparing`` finds what a variant changes, and makes the game with only some of the changes;
* ``words`` describes a change in a sentence;
* ``booklet`` is the rulebook of changes;
* ``packing`` writes a variant as one file, ``adding`` installs such a file, ``safety`` limits what it may
  contain, and ``playable`` tries it.

``sandtable.scenarios`` plays a variant's scenarios, ``sandtable.lab`` measures its balance.
"""
