"""Players that are programs: a seat's state and pending decision in, an action out."""
