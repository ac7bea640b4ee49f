"""Simulate and evaluate trading strategies on fixed-income markets.

>>> from strategy_arena import Arena
>>> arena = Arena()
>>> run = arena.simulate(market="susde", strategy="yield-rsi", oversold=25)
>>> run.evaluate().eligible
False
"""

from .answers import Board, Entered, Evaluation, Run, Sweep
from .arena import Arena
from .client import Client, Search
from .errors import ArenaError
from .search import SearchReport

__all__ = [
    "Arena",
    "ArenaError",
    "Board",
    "Client",
    "Entered",
    "Evaluation",
    "Run",
    "Search",
    "SearchReport",
    "Sweep",
]
