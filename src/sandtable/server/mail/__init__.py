"""Email about long games: sent over SMTP from an outbox in the database, never within a request.

A table's ``calls`` say who must be notified; ``storage.outbox`` queues them. ``news``, ``messages`` and ``words``
write the messages, ``smtp`` sends one, ``sender`` works through the queue, and ``part`` has the routes.
"""
