"""Decisions on people: they join, leave, come back, and have other names."""

from collections.abc import Sequence

from sixth.rules.game import Forbidden, Impossible, NotNow
from sixth.rules.record import HUMAN
from sixth.tournaments.commands import Context, Enter, Join, Leave, Move, Rename, Return
from sixth.tournaments.decisions.senders import check_host, check_player, sender_of
from sixth.tournaments.events import (
    HOST,
    Joined,
    Left,
    Moved,
    Player,
    Renamed,
    Returned,
    TournamentEvent,
)
from sixth.tournaments.names import clean, key
from sixth.tournaments.pairing import has_next_round, is_knock_out_next
from sixth.tournaments.plan import MAX_PLAYER_NAME_LENGTH, MAX_PLAYERS
from sixth.tournaments.state import Tournament


def join(tournament: Tournament, command: Join, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the sender joins, or that a player has another name and is back."""
    if not context.proof:
        raise Forbidden("no-browser", "Joining takes a browser or a program of one's own.")
    player = tournament.player_with(context.proof)
    name, team = _checked(tournament, command.name, command.team, player)
    if not player:
        if command.kind != HUMAN and not tournament.plan.outside:
            raise Forbidden("no-bots-here", "Bots do not play in this tournament.")
        _check_room(tournament)
        return [Joined(context.new_player, name, context.proof, team, command.kind, command.run_by)]
    events: list[TournamentEvent] = _renamed(tournament, player, name, team, "")
    if not tournament.players[player].active:
        _check_goes_on(tournament)
        events.append(Returned(player))
    return events


def enter(tournament: Tournament, command: Enter, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the host enters somebody."""
    check_host(context)
    name, team = _checked(tournament, command.name, command.team, "")
    _check_room(tournament)
    return [Joined(context.new_player, name, team=team, by=HOST)]


def rename(tournament: Tournament, command: Rename, context: Context) -> Sequence[TournamentEvent]:
    """Decide that the host gives a player another name or team."""
    check_host(context)
    check_player(tournament, command.player)
    name, team = _checked(tournament, command.name, command.team, command.player)
    return _renamed(tournament, command.player, name, team, HOST)


def leave(tournament: Tournament, command: Leave, context: Context) -> Sequence[TournamentEvent]:
    """Decide that a player leaves; a round that runs is finished."""
    player, by = _meant(tournament, command.player, context)
    return [Left(player, by)] if tournament.players[player].active else []


def come_back(tournament: Tournament, command: Return, context: Context) -> Sequence[TournamentEvent]:
    """Decide that a player who has left is back."""
    player, by = _meant(tournament, command.player, context)
    if tournament.players[player].active:
        return []
    _check_goes_on(tournament)
    return [Returned(player, by)]


def move(tournament: Tournament, command: Move, context: Context) -> Sequence[TournamentEvent]:
    """Decide that a player goes on in the sender's browser."""
    if not context.site:
        raise Forbidden("not-site", "Only the site can tell that two browsers are of one person.")
    check_player(tournament, command.player)
    owner = tournament.player_with(context.proof)
    if owner and owner != command.player:
        raise NotNow("already-playing", "This browser plays in the tournament under another name.")
    return [] if owner else [Moved(command.player, context.proof)]


def _meant(tournament: Tournament, player: Player, context: Context) -> tuple[Player, str]:
    """Return the player whom a command is about, and by whom it is."""
    if not player:
        return sender_of(tournament, context), ""
    check_host(context)
    check_player(tournament, player)
    return player, HOST


def _renamed(tournament: Tournament, player: Player, name: str, team: str, by: str) -> list[TournamentEvent]:
    before = tournament.players[player]
    return [] if (before.name, before.team) == (name, team) else [Renamed(player, name, team, by)]


def _checked(tournament: Tournament, name: str, team: str, player: Player) -> tuple[str, str]:
    """Return a name and a team for `player`, "" for a new one, as they are kept."""
    cleaned = check_name(name)
    check_free(tournament, cleaned, player)
    return cleaned, _team(tournament, team, player)


def check_name(name: str) -> str:
    """Return a name as it is kept.

    Raises:
        Impossible: it is none.
    """
    cleaned = clean(name, MAX_PLAYER_NAME_LENGTH)
    if not cleaned:
        raise Impossible("player-name", "A name has 1 to {most} characters.", most=MAX_PLAYER_NAME_LENGTH)
    return cleaned


def check_free(tournament: Tournament, name: str, player: Player) -> None:
    """Check that nobody but `player` has a name.

    Raises:
        NotNow: somebody has it.
    """
    name_key = key(name)
    if any(key(each.name) == name_key for other, each in tournament.players.items() if other != player):
        raise NotNow("name-in-use", "Somebody here is called {name} already; add a letter.", name=name)


def _team(tournament: Tournament, team: str, player: Player) -> str:
    size = tournament.plan.team_size
    if not size:
        return ""
    before = tournament.players[player].team if player else ""
    cleaned = clean(team, MAX_PLAYER_NAME_LENGTH)
    if not cleaned:
        raise Impossible(
            "no-team", "Everybody plays for a team here; its name has 1 to {most} characters.",
            most=MAX_PLAYER_NAME_LENGTH,
        )  # fmt: skip
    # A team is called as its first member has written it.
    teams = [each.team for other, each in tournament.players.items() if each.team and other != player]
    called = next((each for each in teams if key(each) == key(cleaned)), cleaned)
    if before and called != before and tournament.begun:
        raise NotNow("team-fixed", "After the first round has begun, nobody changes teams.")
    if teams.count(called) >= size:
        raise NotNow("team-full", "The team {team} is full: it has {size} members.", team=called, size=size)
    return called


def _check_room(tournament: Tournament) -> None:
    _check_open(tournament)
    if len(tournament.players) >= MAX_PLAYERS:
        raise NotNow("tournament-full", "The tournament is full: it has {most} players.", most=MAX_PLAYERS)


def _check_goes_on(tournament: Tournament) -> None:
    """Check that there is a round for somebody who comes back; who was out of a knock-out stays out."""
    if not has_next_round(tournament):
        raise NotNow("too-late", "The last round for which one could join has begun.")


def _check_open(tournament: Tournament) -> None:
    """Check that somebody may still come in: the last round before a knock-out has not begun."""
    _check_goes_on(tournament)
    if tournament.begun and is_knock_out_next(tournament):
        raise NotNow("too-late", "The last round for which one could join has begun.")
