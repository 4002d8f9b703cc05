"""The second derivation: every answer again by another way (SPEC section 3).

SQL over the stored rows takes the place of `tasks/questions/families`, shapely polygons that of `tasks/houses`, and
masks drawn again that of the stored pixel counts. It shares no code with `tasks/questions`; the vocabulary's words are
all that both read.
"""
