"""Land combat: attacks are announced, defenders fire, attackers fire, armies advance, and some exploit.

``announcing``, ``defending``, ``assaulting``, ``advancing`` and ``exploiting`` are the steps; ``fire`` and
``losses`` are shared by them; ``retreating`` handles armies that lose their hex, and ``sequence`` the order of the
steps.
"""
