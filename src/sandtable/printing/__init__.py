"""A game on paper: a PDF to print, cut out and play with.

* ``kit`` says which sheets a game's kit has, in order; ``paper`` turns the sheets into a PDF;
* ``sheet`` is a page, ``letters`` measures and wraps text, ``flow`` lays out lines and drawings on pages;
* ``grid`` draws tables, ``pieces`` draws counters;
* one module per kind of page: ``cover``, ``turn_order``, ``unit_table``, ``battles``, ``charts`` (set-up),
  ``rules``, ``counters`` and ``board`` (the map).

Sheets are drawn as SVG, in millimetres. Only ``letters`` and ``paper`` need Pillow (the extra ``maps``).
"""
