"""The terminal interface: a whole game at one keyboard, in plain words."""
