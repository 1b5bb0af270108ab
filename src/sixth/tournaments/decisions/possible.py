"""Whether heads can be the result of a game."""

from sixth.rules.options import Rules
from sixth.rules.sentence import Sentence

MAX_HEADS = 9_999
"""The most heads that a result may name, whatever the sender is sure of."""


def why_impossible(rules: Rules, heads: tuple[int, ...]) -> Sentence | None:
    """Return why no game under these rules ends with these heads by seat, None where it may.

    A round gives no more heads than the deck has. A game to a score ends as soon as somebody has reached it,
    so all were below it before its last round.
    """
    seats = len(heads)
    deck = rules.heads_in(range(1, rules.deck_size(seats) + 1))
    end = rules.end
    rounds = end.count if end.kind == "rounds" else 1
    before = 0 if end.kind == "rounds" else end.count - 1 if end.kind == "score" else end.count
    most = rounds * deck + before
    if max(heads) > most:
        return Sentence(
            "Nobody can have {heads} heads here; {most} is the most.", {"heads": max(heads), "most": most}
        )
    most_together = rounds * deck + seats * before
    if end.kind == "elimination":
        # The rounds of those who are out are not known from the heads alone.
        return None
    if sum(heads) > most_together:
        return Sentence(
            "Together they cannot have {heads} heads; the cards have {most}.",
            {"heads": sum(heads), "most": most_together},
        )
    if end.kind == "score" and max(heads) < end.count:
        return Sentence("The game ends only when somebody has {limit} heads.", {"limit": end.count})
    return None
