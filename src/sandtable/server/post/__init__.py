"""Letters about games that last for weeks: by SMTP, from an outbox in the database, never while anybody waits.

The ``calls`` of a table say who must be told; ``storage.outbox`` keeps them. Here is what is written (``news``,
``letters``, ``words``), who carries it (``carrier``) and when (``postman``), and the routes (``part``).
"""
