"""The guides: every way that is offered can be gone, and every question has an answer."""
