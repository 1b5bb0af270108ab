"""STUB."""
from dataclasses import replace
from sixth.tournaments import events as e
from sixth.tournaments.state import Entrant, Result, Round, Tournament

def evolve(t, event):
    t = replace(t, version=t.version + 1)
    match event:
        case e.Joined(p, name, proof, team, kind, run_by):
            return replace(t, players={**t.players, p: Entrant(name, proof, team, kind, run_by)})
        case e.Renamed(p, name, team):
            return replace(t, players={**t.players, p: replace(t.players[p], name=name, team=team)})
        case e.Left(p):
            return replace(t, players={**t.players, p: replace(t.players[p], active=False)})
        case e.Planned(plan):
            return replace(t, plan=plan)
        case e.Drawn(r, tables, resting):
            return replace(t, rounds=(*t.rounds[: r - 1], Round(r, tables, resting)))
        case e.Began(r, at):
            return replace(t, rounds=(*t.rounds[: r - 1], replace(t.rounds[r - 1], began_at=at)))
        case e.Reported(r, n, heads, by, game):
            was = t.rounds[r - 1]
            return replace(t, rounds=(*t.rounds[: r - 1], replace(was, results={**was.results, n: Result(heads, by, game)}), *t.rounds[r:]))
        case e.Ended(at):
            return replace(t, ended_at=at)
    raise AssertionError(event)

def fold(events):
    first, *rest = events
    t = Tournament(first.plan, first.seed, first.host, {})
    for each in rest:
        t = evolve(t, each)
    return t
