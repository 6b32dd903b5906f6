"""Strategies against each other on the same deals with sides exchanged: outcomes, tests, ratings, verdicts.

``deals`` plays and adds up, ``gram`` keeps the sums, ``sequential`` decides when enough has been played, ``ratings``
makes a table of many pairs, and ``play`` puts them together; ``verdict`` says in sentences what came of it.
"""
