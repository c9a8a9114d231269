"""Proofs of the odds: against the table itself, against samples, against the peer's published numbers."""
