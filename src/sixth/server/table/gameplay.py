"""The commands in a table's games, and the moves of its dealer and bots; seats are in `seating`.

Pure: as in `sixth.rules`, each function returns events or raises one refusal.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import reduce

from sixth import fast
from sixth.rules.events import (
    Abandon,
    Action,
    Choose,
    Event,
    Flip,
    Flipped,
    Pick,
    Picked,
    Revealed,
    Take,
    Took,
)
from sixth.rules.game import Forbidden, Impossible, NotNow, Refusal, event_of, legal
from sixth.rules.state import State
from sixth.server.table import events
from sixth.server.table.bounds import room_for_game, room_for_round
from sixth.server.table.events import TableEvent
from sixth.server.table.fold import apply_event
from sixth.server.table.identity import clean_text
from sixth.server.table.state import Table, current_game

BotMoves = Sequence[tuple[int, Action, int, int]]
"""Moves that bots have chosen, each as (seat, action, round, turn)."""


def add_text(table: Table, seat: int, text: str) -> tuple[TableEvent, ...]:
    """Add a seat's own text to the shuffles of the next game; the same text again changes nothing."""
    text = clean_text(text)
    return () if table.seats[seat].text == text else (events.Texted(seat, text),)


def begin(
    table: Table, seat: int, *, game: int, bots: Iterable[events.Sat], began: events.Began
) -> tuple[TableEvent, ...]:
    """Begin game number `game` (from 1), with `bots` on the free seats; a second request changes nothing.

    The host begins the first game; in a rated one everybody else has to be ready, which is their agreement.
    After a game this seat becomes ready for the next, which begins once everybody is, if a person wants it
    (`Table.next_game_wanted`).

    Raises:
        Refusal: that game is over, another one goes on, this seat may not begin it, or a rated game lacks the
            agreement of somebody.
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
    _check_present(table, seat)
    if table.state is None:
        if table.config.rated and any(not table.seats[each].ready for each in table.company if each != seat):
            raise NotNow("rated", "A rated game begins once everybody is ready.")
        return (*bots, began)
    ready = _make_ready(table, seat)
    begins = _completes(table, ready) and reduce(apply_event, ready, table).next_game_wanted
    return (*ready, *bots, began) if begins else ready


def _make_ready(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Make this seat ready for the next round or game, unless it is or need not be."""
    return () if table.seats[seat].ready or seat not in table.company else (events.Readied(seat, ready=True),)


def _completes(table: Table, ready: Sequence[TableEvent]) -> bool:
    """Return whether everybody is ready after these events."""
    return bool(ready) and reduce(apply_event, ready, table).all_ready


def this_game(table: Table, game: int) -> State:
    """Return the table's game, or raise a refusal if none has begun or it is not number `game` (from 1)."""
    state = current_game(table)
    if game != table.games:
        raise NotNow(
            "other-game", "That was for another game at this table; reload the page to see this one."
        )
    return state


def act_in_person(
    table: Table, seat: int, action: Action, *, game: int, round: int, turn: int
) -> tuple[TableEvent, ...]:
    """Let the person on `seat` play `action` in that turn of game number `game`.

    Raises:
        Refusal: as for `act`; also if a bot plays for this seat, or the table has another game.
    """
    state = this_game(table, game)
    _check_present(table, seat)
    result = act(table, seat, action, round=round, turn=turn)
    if not result and table.seats[seat].chosen_by_bot and action == Choose(state.chosen[seat] or 0):
        # The answer is that to any choice, so it does not reveal that a bot has chosen the same card.
        return (events.Confirmed(seat),)
    return result


def act(table: Table, seat: int, action: Action, *, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Let `seat` play `action` in that round and turn; a second request changes nothing.

    Raises:
        Refusal: the turn is over, or the rules do not allow the action.
    """
    state = current_game(table)
    if _is_repeat(state, seat, action, round, turn):
        return ()
    check_turn(state, round, turn)
    return _decided(event_of(state, seat, action))


def _decided(event: Event | None) -> tuple[TableEvent, ...]:
    return () if event is None else (event,)


def advise(table: Table, seat: int, *, game: int, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Let the person on `seat` ask the coach for its choice in that turn; a second request changes nothing.

    Raises:
        Refusal: the site has no coach, hints are off at this table, the turn is over, or there is nothing
            to choose.
    """
    state = this_game(table, game)
    _check_hints(table)
    _check_present(table, seat)
    check_turn(state, round, turn)
    if len(legal(state, seat)) < 2:
        raise NotNow("not-now", "There is nothing to choose right now.")
    event = events.Advised(seat, round, turn)
    return () if event in table.advice else (event,)


def set_coached(table: Table, seat: int, *, game: int, wished: bool) -> tuple[TableEvent, ...]:
    """Let the coach comment on each turn of the person on `seat` (`wished`), or stop that; may refuse."""
    this_game(table, game)
    _check_hints(table)
    _check_present(table, seat)
    return () if table.is_coached(seat) == wished else (events.Coached(seat, wished),)


def check_coached(table: Table, seat: int, *, round: int, turn: int | None) -> None:
    """Check that the coach may comment on a turn of `seat`, or on a whole round (`turn` is None).

    Raises:
        Refusal: the site has no coach, hints are off, this seat has not asked for comments, or the turn or
            round is not over.
    """
    state = current_game(table)
    _check_hints(table)
    if not table.is_coached(seat):
        raise NotNow("not-now", "You haven't asked the coach to rate your turns.")
    now = state.round, 0 if turn is None else state.turn
    if (round, turn or 0) >= now and not (round == state.round and table.resting):
        raise NotNow("not-now", "That is not over yet.")


def check_coach() -> None:
    """Refuse a question to the coach where the fast engine, by which the coach judges, is not installed."""
    if not fast.INSTALLED:
        raise Impossible("no-coach", "This site has no coach; its host can add it with the fast engine.")


def _check_hints(table: Table) -> None:
    check_coach()
    if not table.config.helps:
        raise Forbidden("coach-off", "Hints are off at this table, so the coach says nothing before the end.")


def check_turn(state: State, round: int, turn: int) -> None:
    """Check that a request is for the current turn; after the game the rules refuse it."""
    if state.over:
        return
    if (round, turn) < (state.round, state.turn):
        raise NotNow("too-late", "That was for another turn; the table has moved on.")
    if (round, turn) > (state.round, state.turn):
        raise NotNow("too-early", "That turn hasn't come yet.")


def _check_present(table: Table, seat: int) -> None:
    """Check that no bot plays for the person on this seat."""
    if table.seats[seat].stand_in is not None:
        raise NotNow("stood-in", "A bot plays for you; take your seat back first.")


def _is_repeat(state: State, seat: int, action: Action, round: int, turn: int) -> bool:
    """Return whether this action has already happened (a form was sent twice)."""
    if round != state.round:
        return False
    match action:
        case Pick(card):
            return Picked(seat, card) in state.history
        case Choose(card):
            reveals = [each for each in state.history if type(each) is Revealed and each.turn == turn]
            return any(each.cards[seat] == card for each in reveals)
        case Take(row, side):
            return _find_take(state, seat, turn) == Took(seat, row, side)


def _find_take(state: State, seat: int, turn: int) -> Took | None:
    """Return which row this seat took in that turn of the round, or None."""
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
    """Let `seat` turn over its card in that game, round and turn; a second request changes nothing.

    Raises:
        Refusal: it is not this seat's turn, there is no card to turn over, or the table has another game.
    """
    state = this_game(table, game)
    flips = sum(isinstance(event, Flipped) and event.seat == seat for event in state.history)
    if round == state.round and turn <= flips:
        return ()
    if (round, turn) != (state.round, state.turn) or (state.phase == "flip" and state.actor != seat):
        raise NotNow("not-your-turn", "It is not your turn to turn over a card.")
    _check_present(table, seat)
    return _decided(event_of(state, None, Flip()))


def next_round(table: Table, seat: int, *, game: int, round: int) -> tuple[TableEvent, ...]:
    """Make `seat` ready for that round of that game, which is dealt once everybody is ready.

    Raises:
        Refusal: that round is over, the round before still goes on, a bot plays for this seat, or the table
            has another game.
    """
    state = this_game(table, game)
    if round == state.round and not table.resting:
        return ()
    if round <= state.round:
        raise NotNow("too-late", "That round is over; the table has moved on.")
    if not table.between_rounds or round != state.round + 1:
        raise NotNow("not-now", "The round still goes on.")
    _check_present(table, seat)
    ready = _make_ready(table, seat)
    return (*ready, *deal_round(table)) if _completes(table, ready) else ready


def play_out(table: Table, seat: int, *, game: int) -> tuple[TableEvent, ...]:
    """Let the bots play that game to its end, when the only person at the table is out of it.

    Raises:
        Refusal: the round still goes on, another person is here, the person of `seat` is not out, or the
            table has another game.
    """
    state = this_game(table, game)
    if table.played_out:
        return ()
    if not table.between_rounds:
        raise NotNow("not-now", "The round still goes on.")
    if table.company != (seat,) or seat in state.seats_in:
        raise NotNow("not-out", "To skip to the end, you must be out and alone with bots.")
    event = events.PlayedOut(seat)
    return (event, *deal_round(apply_event(table, event)))


def deal_round(table: Table) -> tuple[TableEvent, ...]:
    """Deal the next round, even if not everybody is ready; raise a refusal if there is nothing to deal."""
    state = current_game(table)
    step = table.dealer.step(state) if table.dealer and table.between_rounds else None
    if step is None:
        raise NotNow("not-now", "There is nothing to deal now.")
    return _decided(event_of(state, None, step))


def dealers_turn(table: Table) -> tuple[TableEvent, ...]:
    """Return the dealer's next step that needs no request, or (): a deal, or turning over a bot's card.

    Without a request the dealer deals a round where everybody left at the table is ready, and abandons a game
    for which the table has no room.
    """
    state = table.state
    if state is None or table.dealer is None:
        return ()
    if table.between_rounds:
        if not room_for_round(table):
            return _decided(event_of(state, None, Abandon("The table has no room for another round.")))
        return deal_round(table) if table.all_ready else ()
    step = table.dealer.step(state)
    if step is None or (isinstance(step, Flip) and state.actor is not None and table.in_person(state.actor)):
        return ()
    return _decided(event_of(state, None, step))


def bots_to_act(table: Table) -> tuple[tuple[int, str], ...]:
    """Return the bots' seats that must act, each with the kind of its bot."""
    if table.state is None:
        return ()
    deciders = ((seat, table.decider(seat)) for seat in table.state.to_act)
    return tuple((seat, who.kind) for seat, who in deciders if who is not None and not who.human)


def moves_by_itself(table: Table) -> bool:
    """Return whether bots or the dealer have something to do."""
    return bool(bots_to_act(table)) or bool(dealers_turn(table)) or all_play_again(table)


def all_play_again(table: Table) -> bool:
    """Return whether everybody who still has a seat is ready for the next game."""
    ready = table.all_ready and table.next_game_wanted
    return table.resting and not table.between_rounds and ready and room_for_game(table)


def bots_moves(table: Table, moves: BotMoves) -> tuple[TableEvent, ...]:
    """Return the events of these moves, without those that no longer fit the table.

    Only choices come several at a time, and none of these depends on another.
    """
    events: list[TableEvent] = []
    for seat, action, round, turn in moves:
        # The person whose seat the bot played may have come back.
        if not table.in_person(seat):
            with suppress(Refusal):
                events += act(table, seat, action, round=round, turn=turn)
    return tuple(events)
