"""An independent referee: it replays game records event by event, straight from the written rules.

It shares no code with the program, so that the two can only agree by both being right. Plain lists, no
tables, no caches: every step reads like the sentence of the rules that it holds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

Object = dict[str, object]

HEADER_KEYS = ["record", "game", "rules", "seats", "started"]
RULE_KEYS = ["seats", "deck", "hand", "rows", "row_limit", "deal", "play", "ends", "heads", "goal", "end"]
WORDS = {
    "deal": ["random", "draft", "halves"],
    "play": ["simultaneous", "flip"],
    "ends": ["right", "both"],
    "heads": ["classic", "light"],
    "goal": ["fewest", "most"],
}
END_NUMBER = {"score": "limit", "rounds": "rounds", "elimination": "limit"}
HIGHEST_CARD = 104


class RefereeError(Exception):
    """The first wrong line of a file; a missing line at the end counts as one more."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


@dataclass(frozen=True)
class Verdict:
    """The result of a replayed game; an abandoned game counts its complete rounds."""

    game: str
    rules: Object
    seats: tuple[tuple[str, str], ...]  # (name, kind)
    events: int
    rounds: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    abandoned: bool


class _WrongError(Exception):
    """Something is wrong on the line read last."""


class _AbandonedError(Exception):
    """The players left: the game stops here, as it may."""


def check(lines: Iterable[str]) -> list[Verdict]:
    """Replay every game of a record file; the first wrong line raises RefereeError."""
    source, verdicts = Source(lines), list[Verdict]()
    try:
        while (header := source.read()) is not None:
            verdicts.append(Game(source, header).play())
        return verdicts
    except _WrongError as wrong:
        raise RefereeError(source.line, str(wrong)) from None


def heads_of(card: int, table: str) -> int:
    """Return the bull heads on a card."""
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return 1 if table == "classic" else 0


class Source:
    """The lines of a file, each a JSON object; `line` is the number of the line read last."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.line = 0

    def read(self) -> Object | None:
        """Return the object on the next line, or None after the last."""
        self.line += 1
        text = next(self._lines, None)
        if text is None:
            return None
        try:
            value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_number)
        except (ValueError, RecursionError) as error:
            raise _WrongError(f"this is not JSON ({error}): one object should stand here") from None
        if not isinstance(value, dict):
            raise _WrongError(f"this is {_show(value)}: one JSON object should stand here")
        return value


class Rules:
    """The options of one game, checked one by one and then together."""

    def __init__(self, value: object) -> None:
        rules = _keys(value, RULE_KEYS, "`rules`")
        self.seats = _whole(rules["seats"], "`seats`", 2, 10)
        self.deck = rules["deck"]
        if self.deck not in ("full", "tactical"):
            _whole(self.deck, "`deck`", 1, HIGHEST_CARD)
        self.hand = _whole(rules["hand"], "`hand`", 1)
        self.rows = _whole(rules["rows"], "`rows`", 1)
        self.row_limit = _whole(rules["row_limit"], "`row_limit`", 1)
        words = {key: _word(rules[key], f"`{key}`", allowed) for key, allowed in WORDS.items()}
        self.draft, self.halves = words["deal"] == "draft", words["deal"] == "halves"
        self.flip = words["play"] == "flip"
        self.both = words["ends"] == "both"
        self.heads = words["heads"]
        self.most = words["goal"] == "most"
        end = rules["end"]
        kind = end.get("kind") if isinstance(end, dict) else None
        self.end = _word(kind, "the kind of `end`", list(END_NUMBER))
        number = END_NUMBER[self.end]
        self.limit = _whole(_keys(end, ["kind", number], "`end`")[number], f"`end.{number}`", 1)
        self._together()

    def deck_size(self, players: int) -> int:
        """Return the highest card of the deck for this number of players."""
        if self.deck == "tactical":
            return self.hand * players + self.rows
        return self.deck if isinstance(self.deck, int) else HIGHEST_CARD

    def hand_sizes(self, players: int) -> list[int]:
        """Return how many cards a player gets in each deal of a round."""
        if not self.halves:
            return [self.hand]
        cards = (self.deck_size(players) - self.rows) // players
        return [cards // 2, cards - cards // 2]

    def _together(self) -> None:
        size, needed = self.deck_size(self.seats), self.hand * self.seats + self.rows
        if size > HIGHEST_CARD:
            raise _WrongError(f"the tactical deck would have {size} cards, there are only {HIGHEST_CARD}")
        if self.halves:
            if self.hand != 10:
                raise _WrongError("`deal` halves fixes the hand: `hand` should be 10")
            if self.end != "rounds" or self.limit != 1:
                raise _WrongError("`deal` halves is one game of one round: `end` should be rounds 1")
            if self.hand_sizes(self.seats)[0] < 1:
                raise _WrongError(f"a deck of {size} is too small to deal twice to {self.seats} seats")
        elif needed > size:
            raise _WrongError(f"hand·seats + rows is {needed}, the deck has only {size} cards")
        if self.draft:
            if self.flip:
                raise _WrongError("`play` flip hides the cards that `deal` draft lays open")
            if needed != size:
                raise _WrongError(f"`deal` draft needs a deck of hand·seats + rows = {needed} cards")
            if self.end == "elimination" and self.seats > 2 and self.deck != "tactical":
                raise _WrongError("`deal` draft with elimination needs the tactical deck, which shrinks")


class Game:
    """One game, from its first line to its last."""

    def __init__(self, source: Source, header: Object) -> None:
        self.source = source
        if "record" not in header:
            raise _WrongError("no game is being played here: a line with `record` should begin the next")
        _keys(header, HEADER_KEYS, "the first line of a game")
        _same(header["record"], "sixth/1", "`record`")
        self.name = _text(header["game"], "`game`")
        self.rules = Rules(header["rules"])
        self.header = header
        self.seats: list[tuple[str, str]] = []
        for value in _list(header["seats"], "`seats`", self.rules.seats):
            seat = _keys(value, ["name", "kind"], "a seat")
            self.seats.append((_text(seat["name"], "`name`"), _text(seat["kind"], "`kind`")))
        _moment(header["started"])
        self.v = 0
        self.round = 0
        self.finished = 0  # rounds
        self.players = list(range(self.rules.seats))  # the seats still in
        self.out: list[int] = []  # those that went out in the last round
        self.totals = [0] * self.rules.seats
        self.heads = [0] * self.rules.seats  # of this round
        self.rows: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.unseen: set[int] = set()  # cards of the deck that have not been dealt in this round
        self.turn = 0

    def play(self) -> Verdict:
        """Follow the game to its last line."""
        winners: list[int] = []
        abandoned = False
        try:
            while not self._over():
                self._round()
            winners = self._winners()
            self._expect("game_ended", totals=self.totals, winners=winners)
        except _AbandonedError:
            winners, abandoned = [], True
        return Verdict(
            game=self.name,
            rules=_keys(self.header["rules"], RULE_KEYS, "`rules`"),
            seats=tuple(self.seats),
            events=self.v,
            rounds=self.finished,
            totals=tuple(self.totals),
            winners=tuple(winners),
            abandoned=abandoned,
        )

    def _over(self) -> bool:
        if self.rules.end == "score":
            return max(self.totals) >= self.rules.limit
        if self.rules.end == "rounds":
            return self.finished == self.rules.limit
        return len(self.players) <= 1

    def _winners(self) -> list[int]:
        """Return the best of the seats still in; if there are none, the best of those that went out last."""
        among = self.players or self.out
        totals = [self.totals[seat] for seat in among]
        best = max(totals) if self.rules.most else min(totals)
        return [seat for seat in among if self.totals[seat] == best]

    def _round(self) -> None:
        rules = self.rules
        self.round += 1
        self.turn = 0
        self.heads = [0] * rules.seats
        self.unseen = set(range(1, rules.deck_size(len(self.players)) + 1))
        for part, size in enumerate(rules.hand_sizes(len(self.players)), start=1):
            drafted = self._draft() if rules.draft else None
            self._deal(part, size)
            if drafted is not None:
                hands, rest = drafted
                _same(self.hands, hands, "`hands` (what was picked)")
                _same(self.rows, rest, "`rows` (what was left over)")
            for _ in range(size):
                if rules.flip:
                    self._flip_turn()
                else:
                    self._turn()
        self._end_round()

    def _draft(self) -> tuple[list[list[int]], list[list[int]]]:
        """All pick in turn from the open deck; return the hands and the rows that remain."""
        table = sorted(self.unseen)
        laid = self._event("laid", ["round", "cards", "first"])
        _same(laid["round"], self.round, "`round`")
        _same(laid["cards"], table, "`cards`")
        first = _whole(laid["first"], "`first`", 0, self.rules.seats - 1)
        if first not in self.players:
            raise _WrongError(f"`first` is {first}, a seat that is out; it should be one of {self.players}")
        start = self.players.index(first)
        clockwise = self.players[start:] + self.players[:start]
        hands: list[list[int]] = [[] for _ in range(self.rules.seats)]
        for _ in range(self.rules.hand):
            for seat in clockwise:
                picked = self._event("picked", ["seat", "card"])
                _same(picked["seat"], seat, "`seat`")
                card = _whole(picked["card"], "`card`", 1)
                if card not in table:
                    raise _WrongError(f"card {card} does not lie open; it should be one of {table}")
                table.remove(card)
                hands[seat].append(card)
        return [sorted(hand) for hand in hands], [[card] for card in sorted(table)]

    def _deal(self, part: int, size: int) -> None:
        fields = self._event("dealt", ["round", "part", "hands", "rows", "proof"])
        _same(fields["round"], self.round, "`round`")
        _same(fields["part"], part, "`part`")
        self.hands = []
        for seat, value in enumerate(_list(fields["hands"], "`hands`", self.rules.seats)):
            hand = self._new_cards(value, f"the hand of seat {seat}", size if seat in self.players else 0)
            if not self.rules.flip and hand != sorted(hand):
                raise _WrongError(f"the hand of seat {seat} is {hand}, it should be ascending")
            self.hands.append(hand)
        if part == 2:
            _same(fields["rows"], self.rows, "`rows` (as they lie)")
        else:
            rows = _list(fields["rows"], "`rows`", self.rules.rows)
            self.rows = [self._new_cards(row, "each row", 1) for row in rows]
        if fields["proof"] is not None and not isinstance(fields["proof"], dict):
            raise _WrongError(f"`proof` is {_show(fields['proof'])}, it should be null or an object")

    def _new_cards(self, value: object, what: str, length: int) -> list[int]:
        cards = [_whole(card, f"a card in {what}", 1) for card in _list(value, what, length)]
        for card in cards:
            if card not in self.unseen:
                raise _WrongError(f"{what} has card {card}, which is not in the deck or was dealt before")
            self.unseen.remove(card)
        return cards

    def _turn(self) -> None:
        """All choose, and may choose again until the last has chosen; then from lowest to highest."""
        choices: dict[int, int] = {}
        while len(choices) < len(self.players):
            chose = self._event("chose", ["seat", "card"])
            seat = _whole(chose["seat"], "`seat`", 0, self.rules.seats - 1)
            if seat not in self.players:
                raise _WrongError(f"seat {seat} is out; it should be one of {self.players}")
            card = _whole(chose["card"], "`card`", 1)
            if card not in self.hands[seat]:
                raise _WrongError(f"card {card} is not in the hand of seat {seat}: {self.hands[seat]}")
            choices[seat] = card
        self.turn += 1
        cards = [choices.get(seat) for seat in range(self.rules.seats)]
        self._expect("revealed", turn=self.turn, cards=cards)
        for card, seat in sorted((card, seat) for seat, card in choices.items()):
            self.hands[seat].remove(card)
            self._place(seat, card)

    def _flip_turn(self) -> None:
        """Seat by seat, each turns over the top card and places it at once."""
        for seat in self.players:
            card = self.hands[seat].pop(0)
            self._expect("flipped", seat=seat, card=card)
            self._place(seat, card)

    def _closest(self, card: int) -> list[tuple[int, str]]:
        """Return the places (row, end) closest to the card, where it may go: none, one or two."""
        places = [(card - row[-1], at, "right") for at, row in enumerate(self.rows) if row[-1] < card]
        if self.rules.both:
            places += [(row[0] - card, at, "left") for at, row in enumerate(self.rows) if card < row[0]]
        nearest = min((distance for distance, _, _ in places), default=0)
        return [(at, end) for distance, at, end in places if distance == nearest]

    def _place(self, seat: int, card: int) -> None:
        places = self._closest(card)
        if len(places) == 1:
            at, end = places[0]
            takes = len(self.rows[at]) >= self.rules.row_limit
            why = "full" if takes else "fits"
        elif not places:
            fields = self._event("took", ["seat", "row"], f" (card {card} goes nowhere)")
            _same(fields["seat"], seat, "`seat`")
            at, end = _whole(fields["row"], "`row`", 0, len(self.rows) - 1), "right"
            takes, why = True, "low"
        else:
            fields = self._event("took", ["seat", "row", "end"], f" (card {card} has two places)")
            _same(fields["seat"], seat, "`seat`")
            at = _whole(fields["row"], "`row`", 0, len(self.rows) - 1)
            end = _text(fields["end"], "`end`")
            if (at, end) not in places:
                raise _WrongError(f"row {at} {end} is not one of the two closest places: {places}")
            takes, why = len(self.rows[at]) >= self.rules.row_limit, "choice"
        row = self.rows[at]
        cards = row if takes else []
        self._expect("placed", seat=seat, card=card, row=at, end=end, taken=cards, why=why)
        self.heads[seat] += sum(heads_of(each, self.rules.heads) for each in cards)
        if takes:
            self.rows[at] = [card]
        else:
            self.rows[at] = [*row, card] if end == "right" else [card, *row]

    def _end_round(self) -> None:
        totals = [total + heads for total, heads in zip(self.totals, self.heads, strict=True)]
        out: list[int] = []
        if self.rules.end == "elimination":
            out = [seat for seat in self.players if totals[seat] > self.rules.limit]
        self._expect("round_ended", round=self.round, heads=self.heads, totals=totals, out=out)
        self.totals, self.out = totals, out
        self.players = [seat for seat in self.players if seat not in out]
        self.finished += 1

    def _expect(self, name: str, **fields: object) -> None:
        """Read the one event that can stand here."""
        event = self._event(name, list(fields))
        for key, value in fields.items():
            _same(event[key], value, f"`{key}`")

    def _event(self, name: str, fields: list[str], because: str = "") -> Object:
        """Read the next line, which must be this event with these fields (or the players' leaving)."""
        event = self.source.read()
        if event is None:
            raise _WrongError(f"the file ends inside game {self.name}: `{name}` should stand here{because}")
        if "record" in event:
            raise _WrongError(f"game {self.name} has not ended: `{name}` should stand here{because}")
        if event.get("event") == "abandoned":
            _keys(event, ["v", "event", "why"], "`abandoned`")
            _text(event["why"], "`why`")
        elif event.get("event") != name:
            says = _show(event.get("event"))
            raise _WrongError(f"the event is {says}, it should be `{name}`{because}")
        else:
            _keys(event, ["v", "event", *fields], f"`{name}`{because}")
        self.v += 1
        _same(event["v"], self.v, "`v`")
        if event["event"] == "abandoned":
            raise _AbandonedError
        return event


def _object(pairs: list[tuple[str, object]]) -> Object:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _show(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 200 else text[:200] + "…"


def _same(value: object, expected: object, what: str) -> None:
    if repr(value) != repr(expected):  # unlike ==, tells 1 from true and from 1.0
        raise _WrongError(f"{what} is {_show(value)}, it should be {_show(expected)}")


def _keys(value: object, names: list[str], what: str) -> Object:
    if not isinstance(value, dict):
        raise _WrongError(f"{what} is {_show(value)}, it should be an object with {', '.join(names)}")
    if list(value) != names:
        raise _WrongError(f"{what} has the keys {', '.join(value)}; they should be {', '.join(names)}")
    return value


def _whole(value: object, what: str, low: int, high: int | None = None) -> int:
    if type(value) is not int or value < low or (high is not None and value > high):
        span = f"from {low} up" if high is None else f"from {low} to {high}"
        raise _WrongError(f"{what} is {_show(value)}, it should be a whole number {span}")
    return value


def _list(value: object, what: str, length: int) -> list[object]:
    if not isinstance(value, list) or len(value) != length:
        raise _WrongError(f"{what} is {_show(value)}, it should be a list of {length}")
    return value


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"{what} is {_show(value)}, it should be a text")
    return value


def _word(value: object, what: str, allowed: list[str]) -> str:
    word = _text(value, what)
    if word not in allowed:
        raise _WrongError(f"{what} is {_show(value)}, it should be one of {', '.join(allowed)}")
    return word


def _moment(value: object) -> None:
    try:
        if value is not None:
            datetime.fromisoformat(_text(value, "`started`"))
    except ValueError:
        raise _WrongError(f"`started` is {_show(value)}, it should be an ISO 8601 time or null") from None
