"""A client of the API of any Sixth server: `Client`, and `AsyncClient` for event loops (docs/api.md)."""

from sixth.client.asynchronous import AsyncClient, AsyncSeat
from sixth.client.news import Ask, End, Events, Full, Gone, Here, Line, Own, ProblemError, Said, Table
from sixth.client.synchronous import Client, Seat

__all__ = [
    "Ask",
    "AsyncClient",
    "AsyncSeat",
    "Client",
    "End",
    "Events",
    "Full",
    "Gone",
    "Here",
    "Line",
    "Own",
    "ProblemError",
    "Said",
    "Seat",
    "Table",
]
