"""STUB."""
from dataclasses import dataclass
from sixth.rules.game import Forbidden, NotNow
from sixth.tournaments import commands as c, events as e
from sixth.tournaments.fold import evolve


def decide(t, command, x):
    own = next((p for p, each in t.players.items() if each.proof == x.proof and x.proof), None)
    def host():
        if not x.host and not x.site:
            raise Forbidden("not-host", "Only the host may do this.")
    match command:
        case c.Join(name, team, kind, run_by):
            if own:
                return () if t.players[own].name == name else (e.Renamed(own, name, team),)
            return (e.Joined(x.new_player, name, x.proof, team, kind, run_by),)
        case c.Leave(p):
            if p and not x.host:
                raise Forbidden("not-host", "Only the host may do this.")
            p = p or own
            if p is None: raise Forbidden("no-player", "No.")
            return (e.Left(p),) if t.players[p].active else ()
        case c.Enter(name, team):
            host()
            return (e.Joined(x.new_player, name, "", team),)
        case c.Draw():
            host()
            if t.next_number > t.plan.rounds: raise NotNow("no-round", "No more.")
            ps = [p for p, each in t.players.items() if each.active]
            if len(ps) < 3: raise NotNow("too-few", "Too few.")
            n = max(1, len(ps) // 4)
            return (e.Drawn(t.next_number, tuple(tuple(ps[i::n]) for i in range(n))),)
        case c.Begin():
            host()
            if t.current and not t.current.is_complete:
                raise NotNow("round-on", "Not complete.")
            d = ()
            if not t.drawn:
                d = decide(t, c.Draw(), x)
            return (*d, e.Began(t.next_number, x.at))
        case c.Report(r, n, heads, game):
            if r > len(t.rounds): raise NotNow("round-on", "Not complete.")
            by = e.GAME if x.site else e.HOST if x.host else own
            if by is None: raise Forbidden("no-player", "No.")
            was = t.rounds[r - 1].results.get(n)
            if was and was.heads == heads: return ()
            return (e.Reported(r, n, heads, by, game),)
        case c.End():
            host()
            return (e.Ended(x.at),)
        case c.Change(plan):
            host()
            return (e.Planned(plan),)
    raise AssertionError(command)
