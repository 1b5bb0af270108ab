"""STUB."""
def public_json(t):
    return {"version": t.version, "name": t.plan.name, "players": [{"id": p, "name": each.name} for p, each in t.players.items()], "rounds": [{"number": r.number, "tables": [list(x) for x in r.tables], "began_at": r.began_at, "results": {str(k): list(v.heads) for k, v in r.results.items()}} for r in t.rounds], "ended_at": t.ended_at}
