"""What the people at a hex table may ask: where points can go, what an attack is worth, who is in supply.

Answers come with orders that are ready to be given. What lives here: questions, answers, words for them, and what
a page needs to draw the board. What does not: rules; every order that is offered has passed the same ``check`` as
any other.
"""
