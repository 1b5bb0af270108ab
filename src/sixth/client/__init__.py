"""A client of the API of any Sixth server: `Client`, and `AsyncClient` for event loops (docs/api.md).

The client needs the extra `client`.
"""

from sixth.extras import require_extra

with require_extra("client"):
    from sixth.client.asynchronous import AsyncClient, AsyncSeat
    from sixth.client.synchronous import Client, Seat

from sixth.client.news import Ask, End, Events, Full, Gone, Here, Line, Own, ProblemError, Said, Table

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
