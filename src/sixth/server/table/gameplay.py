"""What may be done in a table's games: each command gives events or one refusal, as in `sixth.rules`.

Pure. What nobody asks for, but the dealer and the bots do, is here too. Who sits where is in `seating`.
"""

from collections.abc import Iterable, Sequence
from functools import reduce

from sixth.rules.events import Action, Choose, Flip, Flipped, Pick, Picked, Revealed, Take, Took
from sixth.rules.game import Forbidden, NotNow, decide, legal
from sixth.rules.state import State
from sixth.server.table.bounds import room_for_round
from sixth.server.table.events import (
    Advised,
    Began,
    Coached,
    Confirmed,
    PlayedOut,
    Readied,
    Sat,
    TableEvent,
    Texted,
)
from sixth.server.table.state import Table, apply_event, begun


def add_text(table: Table, seat: int, text: str) -> tuple[TableEvent, ...]:
    """Add a seat's own text to the shuffles of the game to come; the same again changes nothing."""
    return () if table.seats[seat].text == text else (Texted(seat, text),)


def begin(table: Table, seat: int, *, game: int, bots: Iterable[Sat], began: Began) -> tuple[TableEvent, ...]:
    """Begin game number `game` (from 1); `bots` take the seats still free. Asking twice begins once.

    Where people gather, the host begins it. After another game this seat is ready for it, and it begins once
    all are, if a person wants it (`Table.next_game_wanted`).

    Raises:
        Refusal: that game is over, another one goes on, or this seat is not the one to begin.
    """
    if game == table.games and table.playing:
        return ()
    if game <= table.games:
        raise NotNow("over", "That game is over; the table has moved on.")
    if table.playing:
        raise NotNow("not-now", "The game at this table still goes on.")
    if game != table.games + 1:
        raise NotNow("not-now", "That game is not the next one at this table.")
    if table.state is None and seat != table.host:
        raise Forbidden("host-only", "Only the host starts the game.")
    _present(table, seat)
    if table.state is None:
        return (*bots, began)
    ready = _ready(table, seat)
    wanted = _completes(table, ready) and reduce(apply_event, ready, table).next_game_wanted
    return (*ready, *bots, began) if wanted else ready


def _ready(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Note that this seat has seen the result, once."""
    return () if table.seats[seat].ready or seat not in table.company else (Readied(seat, ready=True),)


def _completes(table: Table, ready: Sequence[TableEvent]) -> bool:
    """Whether all are ready for what comes next now that this seat is."""
    return bool(ready) and reduce(apply_event, ready, table).all_ready


def this_game(table: Table, game: int) -> State:
    """Return the game of this table, if it is number `game` (from 1).

    Raises:
        Refusal: none has begun, or it is another one.
    """
    state = begun(table)
    if game != table.games:
        raise NotNow(
            "other-game", "That was for another game at this table; reload the page to see this one."
        )
    return state


def act_in_person(
    table: Table, seat: int, action: Action, *, game: int, round: int, turn: int
) -> tuple[TableEvent, ...]:
    """Let the owner of `seat` do `action`, meant for game number `game`.

    Raises:
        Refusal: as `act`; also where a bot plays for this seat, or the game is another.
    """
    state = this_game(table, game)
    _present(table, seat)
    done = act(table, seat, action, round=round, turn=turn)
    if not done and table.seats[seat].chosen_by_bot and action == Choose(state.chosen[seat] or 0):
        # Whoever chooses for themselves must not find out that a bot has chosen the same for them.
        return (Confirmed(seat),)
    return done


def act(table: Table, seat: int, action: Action, *, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Let `seat` do `action`, meant for that round and turn; asking again changes nothing.

    Raises:
        Refusal: the moment has passed, or the rules do not allow it.
    """
    state = begun(table)
    if _done_already(state, seat, action, round, turn):
        return ()
    _in_time(state, round, turn)
    return decide(state, seat, action)


def advise(table: Table, seat: int, *, game: int, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Let the owner of `seat` ask the coach what to play in that turn; asking again changes nothing.

    Raises:
        Refusal: hints are off at this table, the moment has passed, or there is nothing to choose.
    """
    state = this_game(table, game)
    _coach_speaks(table)
    _present(table, seat)
    _in_time(state, round, turn)
    if len(legal(state, seat)) < 2:
        raise NotNow("not-now", "There is nothing to choose right now.")
    asked = Advised(seat, round, turn)
    return () if asked in table.advice else (asked,)


def be_coached(table: Table, seat: int, *, game: int, wished: bool) -> tuple[TableEvent, ...]:
    """Let the owner of `seat` wish that the coach says after each turn what it was worth, or no longer.

    Raises:
        Refusal: hints are off at this table, or the game is another.
    """
    this_game(table, game)
    _coach_speaks(table)
    _present(table, seat)
    return () if table.is_coached(seat) == wished else (Coached(seat, wished),)


def check_coached(table: Table, seat: int, *, round: int, turn: int | None) -> None:
    """See that the coach may tell `seat` what a turn was worth, or a whole round.

    Raises:
        Refusal: hints are off, nobody on this seat wished for it, or the turn or round is not over.
    """
    state = begun(table)
    _coach_speaks(table)
    if not table.is_coached(seat):
        raise NotNow("not-now", "You haven't asked the coach to rate your turns.")
    now = state.round, 0 if turn is None else state.turn
    if (round, turn or 0) >= now and not (round == state.round and table.resting):
        raise NotNow("not-now", "That is not over yet.")


def _coach_speaks(table: Table) -> None:
    if not table.config.helps:
        raise Forbidden("coach-off", "Hints are off at this table, so the coach says nothing before the end.")


def _in_time(state: State, round: int, turn: int) -> None:
    """See that what is asked for is meant for this turn; once all is over the rules say so."""
    if (round, turn) != (state.round, state.turn) and not state.over:
        raise NotNow("too-late", "That was for another turn; the table has moved on.")


def _present(table: Table, seat: int) -> None:
    """See that its owner decides for this seat, and no bot in their place."""
    if table.seats[seat].stand_in is not None:
        raise NotNow("stood-in", "A bot plays for you; take your seat back first.")


def _done_already(state: State, seat: int, action: Action, round: int, turn: int) -> bool:
    """Whether the same request was carried out before (the same form sent twice)."""
    if round != state.round:
        return False
    match action:
        case Pick(card):
            return Picked(seat, card) in state.history
        case Choose(card):
            shown = [each for each in state.history if type(each) is Revealed and each.turn == turn]
            return any(each.cards[seat] == card for each in shown)
        case Take(row, side):
            return _took(state, seat, turn) == Took(seat, row, side)


def _took(state: State, seat: int, turn: int) -> Took | None:
    """What this seat has decided in that turn of the round."""
    now = 0
    for event in state.history:
        match event:
            case Revealed(now, _):
                pass
            case Flipped(by, _) if by == seat:
                now += 1
            case Took(by, _, _) if by == seat and now == turn:
                return event
    return None


def flip(table: Table, seat: int, *, game: int, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Let `seat` turn over its card of that game, round and turn; asking again changes nothing.

    Raises:
        Refusal: it is not this seat's turn, nothing is turned over now, or the game is another.
    """
    state = this_game(table, game)
    flips = sum(isinstance(event, Flipped) and event.seat == seat for event in state.history)
    if round == state.round and turn <= flips:
        return ()
    if (round, turn) != (state.round, state.turn) or (state.phase == "flip" and state.actor != seat):
        raise NotNow("not-your-turn", "It is not your turn to turn over a card.")
    _present(table, seat)
    return decide(state, None, Flip())


def next_round(table: Table, seat: int, *, game: int, round: int) -> tuple[TableEvent, ...]:
    """Let `seat` be ready for that round of that game, which is dealt once all are, and only then.

    Raises:
        Refusal: that round is over, the one before still goes on, a bot plays for this seat, or the game is
            another.
    """
    state = this_game(table, game)
    if round == state.round and not table.resting:
        return ()
    if round <= state.round:
        raise NotNow("too-late", "That round is over; the table has moved on.")
    if not table.between_rounds or round != state.round + 1:
        raise NotNow("not-now", "The round still goes on.")
    _present(table, seat)
    ready = _ready(table, seat)
    return (*ready, *deal_round(table)) if _completes(table, ready) else ready


def play_out(table: Table, seat: int, *, game: int) -> tuple[TableEvent, ...]:
    """Let the bots play that game to its end, as the only person at the table is out of it.

    Raises:
        Refusal: the round still goes on, somebody else is here or plays on, or the game is another.
    """
    state = this_game(table, game)
    if table.played_out:
        return ()
    if not table.between_rounds:
        raise NotNow("not-now", "The round still goes on.")
    if table.company != (seat,) or seat in state.seats_in:
        raise NotNow("not-out", "To skip to the end, you must be out and alone with bots.")
    played_out = PlayedOut(seat)
    return (played_out, *deal_round(apply_event(table, played_out)))


def deal_round(table: Table) -> tuple[TableEvent, ...]:
    """Deal the next round, whoever is ready for it.

    Raises:
        Refusal: there is nothing to deal now.
    """
    state = begun(table)
    step = table.dealer.step(state) if table.dealer and table.between_rounds else None
    if step is None:
        raise NotNow("not-now", "There is nothing to deal now.")
    return decide(state, None, step)


def dealers_turn(table: Table) -> tuple[TableEvent, ...]:
    """Deal, or turn over the card of a bot: what the dealer does without being asked, if it is time.

    A round is dealt so where all are ready for it because somebody else has left.
    """
    state = table.state
    if state is None or table.dealer is None:
        return ()
    if table.between_rounds:
        return deal_round(table) if table.all_ready and room_for_round(table) else ()
    step = table.dealer.step(state)
    if step is None or (isinstance(step, Flip) and state.actor is not None and table.in_person(state.actor)):
        return ()
    return decide(state, None, step)


def bots_to_act(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the seats of bots that the game waits for, each with the kind of its bot."""
    if table.state is None:
        return ()
    waiting = ((seat, table.decider(seat)) for seat in table.state.to_act)
    return tuple((seat, who.kind) for seat, who in waiting if who is not None and not who.human)
