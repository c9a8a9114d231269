"""Web Push: a turn reaches a phone that has no page open.

``keys`` keeps the server's key pair, ``encryption`` encrypts a message for one browser (RFC 8291) and signs the
request (RFC 8292), ``endpoints`` says which push services we talk to, ``delivery`` talks to one, ``sender`` works
through the outbox, and ``part`` has the routes.
"""
