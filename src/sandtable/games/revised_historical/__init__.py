"""Game ``revised-historical``: whole teams act at once on the board of 2004."""
