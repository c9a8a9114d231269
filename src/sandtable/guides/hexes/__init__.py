"""What helps people at a hex game: its box, its story, what is counted. No questions are answered yet."""
