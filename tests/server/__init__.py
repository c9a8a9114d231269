"""Server tests: real sockets, and both databases."""
