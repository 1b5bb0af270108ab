"""Whether the deals of a record are those that were promised."""

from dataclasses import dataclass

from sixth.rules.deal import Dealer, commitment
from sixth.rules.events import Dealt, Laid, Proof
from sixth.rules.fold import evolve
from sixth.rules.game import decide
from sixth.rules.record import Record
from sixth.rules.state import State, start


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many deals a game had, and the first that does not follow (None: all do, the game was fair)."""

    game: str
    deals: int
    unfair: str | None

    @property
    def fair(self) -> bool:
        """Whether there were deals and each follows from what was promised."""
        return self.unfair is None


def verify(record: Record) -> Verdict:
    """Deal every round of `record` again from its proof and compare."""
    state = start(record.rules)
    laid: Laid | None = None
    promised: Proof | None = None
    deals = 0
    unfair: str | None = None
    for event in record.events:
        if isinstance(event, Laid):
            laid = event
        elif isinstance(event, Dealt):
            deals += 1
            why = _why_unfair(state, event, laid, promised)
            if why is not None and unfair is None:
                part = ", second half," if event.part == 2 else ""
                unfair = f"the deal of round {event.round}{part} does not follow: {why}"
            promised = promised or event.proof
        state = evolve(state, event)
    return Verdict(record.game, deals, "it has no deal to check" if deals == 0 else unfair)


def _why_unfair(before: State, dealt: Dealt, laid: Laid | None, promised: Proof | None) -> str | None:
    proof = dealt.proof
    if proof is None:
        return "it carries no proof"
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return "its secret is not hexadecimal"
    if commitment(secret) != proof.commitment:
        return "its secret is not the one that was promised"
    # Texts that could change between deals would let the table choose them after the first.
    if promised not in (None, proof):
        return "its promise or its texts are not those of the deals before it"
    dealer = Dealer(secret, proof.texts)
    if laid is not None:
        # Everything but the first pick is open in a draft.
        follows = dealer.first_to_pick(before.seats_in, dealt.round) == laid.first
        return None if follows else "another seat should have picked first"
    step = dealer.step(before)
    follows = step is not None and decide(before, None, step) == (dealt,)
    return None if follows else "these are not the cards that the secret and the texts give"
