"""Land combat: attacks are announced, defenders fire, attackers fire, armies advance, and some go on.

``announcing``, ``defending``, ``assaulting``, ``advancing`` and ``exploiting`` are the steps, ``fire`` and
``losses`` what they share, ``retreating`` what happens to those who lose their hex, ``sequence`` how one step
leads to the next.
"""
