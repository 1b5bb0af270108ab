"""Whether heads can be the result of a game."""

from typing import Final

from sixth.rules.options import Rules
from sixth.rules.sentence import Sentence

MAX_HEADS: Final = 9_999
"""The most heads that a result may name, whatever the sender is sure of."""


def why_impossible(rules: Rules, heads: tuple[int, ...]) -> Sentence | None:
    """Return why no game under these rules ends with these heads by seat, None where it may.

    In a round as many cards as there are rows stay in them, so at most the cards with the most heads are
    taken, as many as the hands have. A game to a score ends as soon as somebody has reached it, so all were
    below it before its last round. How many rounds an elimination has the heads do not tell.
    """
    end = rules.end
    taken = len(heads) * sum(rules.parts(len(heads)))
    values = sorted(rules.heads_of[1 : rules.deck_size(len(heads)) + 1], reverse=True)
    each_round = sum(values[:taken])
    before = {"rounds": 0, "score": end.count - 1, "elimination": end.count}[end.kind]
    most = each_round * (end.count if end.kind == "rounds" else 1) + before
    if max(heads) > most:
        return Sentence(
            "Nobody can have {heads} heads here; {most} is the most.", {"heads": max(heads), "most": most}
        )
    together = most + before * (len(heads) - 1)
    if end.kind != "elimination" and sum(heads) > together:
        return Sentence(
            "Together they cannot have {heads} heads; the cards have {most}.",
            {"heads": sum(heads), "most": together},
        )
    if end.kind == "score" and max(heads) < end.count:
        return Sentence("The game ends only when somebody has {limit} heads.", {"limit": end.count})
    return None
