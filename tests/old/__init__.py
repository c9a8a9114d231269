"""What earlier versions have written, one folder a version: it must open, load, replay and verify forever."""
