"""The boards of a site: who plays which deals, and results beside those of all who have played them."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sixth.rules.game import NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import CountProof
from sixth.server.features.boards.board import (
    Board,
    board_from_key,
    board_of,
    chain_of_boards,
    secret_of_deal,
    version_of,
)
from sixth.server.features.boards.chain import Chain
from sixth.server.features.boards.deals import Deals, Opening, Player, hidden_network, most_of
from sixth.server.features.boards.results import DealScore, Results, board_score
from sixth.server.features.boards.rows import DealRows, NewTry, Try
from sixth.server.live.game_ends import GameEndReader
from sixth.server.live.tables import Tables
from sixth.server.protocol.dealt import board_deal
from sixth.server.table.identity import derive_id, derive_token
from sixth.server.table.state import Table


class Progress(NamedTuple):
    """What a player has done of a board, of which they have this version: the tries, in order."""

    board: Board
    player: str
    version: str
    tries: Sequence[Try]

    @property
    def finished(self) -> Sequence[Try]:
        """The tries that are finished."""
        return [each for each in self.tries if each.heads is not None]

    @property
    def playing(self) -> Try | None:
        """The try that goes on."""
        return next((each for each in self.tries if each.heads is None), None)

    @property
    def next(self) -> int:
        """The number of the next deal; 0 if all are begun or one goes on."""
        last = max((each.number for each in self.tries), default=0)
        return 0 if self.playing or last >= self.board.deals else last + 1

    @property
    def counted(self) -> bool:
        """Whether what the player has done is compared with others."""
        return all(each.counted for each in self.tries)

    def try_of(self, number: int) -> Try | None:
        """Return the try of a deal, by its number."""
        # Tries are deleted with their tables.
        return next((each for each in self.tries if each.number == number), None)


class BoardResult(NamedTuple):
    """A player's result: the score of each finished deal and of all, and the share of the field behind.

    `ahead` is None until all deals are finished, or if nobody else has; `players` are those compared with.
    """

    deals: Sequence[DealScore]
    score: float
    ahead: float | None
    players: int


class Boards(Deals):
    """The boards of a site."""

    def __init__(self, tables: Tables, rows: DealRows, ends: GameEndReader) -> None:
        super().__init__(tables, rows)
        self._ends = ends

    def current(self, *, weekly: bool) -> Board:
        """Return the board of today, or of this week."""
        return board_of(self.today, weekly=weekly)

    def is_open(self, board: Board) -> bool:
        """Return whether the deals of a board may be begun."""
        return board.first <= self.today <= board.last

    async def board_chain(self) -> Chain:
        """Return the chain of the boards."""
        return chain_of_boards(await self.chain())

    async def check(self, key: str, number: int = 1) -> Board:
        """Return the board with a key, open or closed, which has a deal of this number.

        Raises:
            NotFound: there is none yet, or there never was, or it has no such deal.
        """
        board, chain = board_from_key(key), await self.chain()
        if board.first > self.today:
            raise NotFound("no-board", "That board isn't out yet.")
        if board.last < chain.begins:
            raise NotFound("no-board", "Boards on this site start on {day}.", day=chain.begins.isoformat())
        if not 1 <= number <= board.deals:
            raise NotFound("no-board-deal", "That board has {count} deals.", count=board.deals)
        return board

    async def promise(self, board: Board) -> str:
        """Return what promises the deals of a board: the secret of the day before its first."""
        chain = await self.board_chain()
        return chain.promise(max(board.first, chain.begins))

    async def secret(self, board: Board) -> str | None:
        """Return the secret of a board in hexadecimal; None until it is closed."""
        return (await self.board_chain()).secret(board.last).hex() if board.last < self.today else None

    async def progress(self, board: Board, token: str, person_id: str = "") -> Progress:
        """Return what a person has done of a board, or else the holder of a token ("" for neither)."""
        progress = await self._progress(board, token, person_id)
        if progress.playing is not None:
            # The game may be over, and its result still to be read.
            await self._ends.catch_up()
            progress = await self._progress(board, token, person_id)
        return progress

    async def _progress(self, board: Board, token: str, person_id: str) -> Progress:
        player, tries = derive_id(f"board {board.key} {token}") if token else "", list[Try]()
        if person_id:
            until = board.last.isoformat()
            tries = [
                each
                for each in await asyncio.to_thread(self._rows.boards_of, person_id, until)
                if (deal := board_deal(each.deal)) and deal.board == board.key
            ]
            if tries:
                # A person merged into another may have played the board twice.
                player = Counter(each.player for each in tries).most_common(1)[0][0]
        if player:
            tries = list(await asyncio.to_thread(self._rows.of_player, player))
        first = board_deal(tries[0].deal) if tries else None
        version = first.version if first else version_of(await self.chain(), board, person_id or token)
        return Progress(board, player, version, tries)

    async def begin(
        self, key: str, number: int, player: Player, counted: CountProof, person_id: str = ""
    ) -> tuple[Table, str]:
        """Open a player's table of a deal of an open board, unless it exists; return the seat's token, too.

        `player.token` is that of the browser or program for all boards. Deals are played in their order.

        Raises:
            Refusal: the name cannot be shown, there is no such board, it is closed, it is not the turn of
                that deal, or the bots are not ready yet.
        """
        board = await self.check(key, number)
        progress = await self.progress(board, player.token, person_id)
        known = progress.try_of(number)
        if known is None and not self.is_open(board):
            raise NotNow("board-closed", "That board is closed; there is a new one.")
        if known is None and number != progress.next:
            raise NotNow("deal-order", "Finish the deals before that one first.")
        deal = board.deal(number, progress.version)
        table_id = known.table_id if known else derive_id(f"{deal} {progress.player}")
        seat_token = derive_token(player.token, table_id)
        new_try = NewTry(
            table_id,
            deal,
            hidden_network(await self.chain(), board.key, player.network),
            board.last.isoformat(),
            self.today.isoformat(),
            board.names_of(1),
            most_of(player),
            progress.player,
        )
        secret = secret_of_deal((await self.board_chain()).secret(board.last), deal)
        seated = player._replace(token=seat_token)
        return await self._open(deal, secret, seated, counted, Opening(table_id, new_try)), seat_token

    async def result(self, progress: Progress) -> BoardResult:
        """Return the result of a player so far beside all others who have played the same deals."""
        whole = progress.board.whole(progress.version)
        names = [whole, *(each.deal for each in progress.finished)]
        fields = await asyncio.to_thread(self._rows.results, names)
        deals = [_score(each, fields[each.deal]) for each in progress.finished]
        score, ahead, players = board_score(deals), None, 0
        if len(deals) == progress.board.deals:
            heads = sum(each.heads for each in deals)
            others = fields[whole].without(heads) if progress.counted else fields[whole]
            ahead, players = others.ahead(heads), others.players
        return BoardResult(deals, score, ahead, players)

    async def boards_of(self, person_id: str) -> Mapping[str, Sequence[Try]]:
        """Return the tries of a person by the keys of the boards, the latest first."""
        found: dict[str, list[Try]] = {}
        for each in reversed(await asyncio.to_thread(self._rows.boards_of, person_id)):
            if deal := board_deal(each.deal):
                found.setdefault(deal.board, []).insert(0, each)
        return found


def _score(finished: Try, field: Results) -> DealScore:
    heads = finished.heads or 0
    return DealScore(heads, (field.without(heads) if finished.counted else field).mean)
