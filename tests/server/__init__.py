"""Tests of the server: real sockets, and both databases."""
