"""What the people at an area table may ask: where units can go, what threatens a space, what a battle is worth.

Answers come with orders that are ready to be given: a page lights a space, and a click sends what stands there.
What lives here: questions, answers, words for them. What does not: rules; every order that is offered has passed
the same ``check`` as any other.
"""
