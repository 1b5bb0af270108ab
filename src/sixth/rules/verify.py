"""Whether the deals of a record are those that were promised."""

from dataclasses import dataclass

from sixth.rules.deal import Dealer, commitment
from sixth.rules.events import Dealt, Laid, Proof
from sixth.rules.fold import evolve
from sixth.rules.game import decide
from sixth.rules.record import Record
from sixth.rules.sentence import Sentence, sentence
from sixth.rules.state import State, start


@dataclass(frozen=True, slots=True)
class Verdict:
    """What checking a game found: how many `deals` it had, and `why` the first unfair one is, or None."""

    game: str
    deals: int
    why: Sentence | None

    @property
    def unfair(self) -> str | None:
        """The sentence of `why` in English, or None."""
        return None if self.why is None else str(self.why)

    @property
    def fair(self) -> bool:
        """Whether there were deals and each follows from what was promised."""
        return self.why is None


def verify(record: Record) -> Verdict:
    """Return whether every deal of `record` follows from its proof."""
    state = start(record.rules)
    laid: Laid | None = None
    promised: Proof | None = None
    deals = 0
    unfair: Sentence | None = None
    for event in record.events:
        if isinstance(event, Laid):
            laid = event
        elif isinstance(event, Dealt):
            deals += 1
            why = _why_unfair(state, event, laid, promised)
            if why is not None and unfair is None:
                unfair = sentence(
                    "the deal of round {round} does not follow: {why}", round=event.round, why=why
                )
                if event.part == 2:
                    unfair = sentence(
                        "the deal of round {round}, second half, does not follow: {why}",
                        round=event.round,
                        why=why,
                    )
            promised = promised or event.proof
        state = evolve(state, event)
    return Verdict(record.game, deals, Sentence("it has no deal to check") if deals == 0 else unfair)


def _why_unfair(before: State, dealt: Dealt, laid: Laid | None, promised: Proof | None) -> Sentence | None:
    proof = dealt.proof
    if proof is None:
        return Sentence("it carries no proof")
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return Sentence("its secret is not hexadecimal")
    if commitment(secret) != proof.commitment:
        return Sentence("its secret is not the one that was promised")
    # Texts that could change between deals would let the table choose them after the first.
    if promised not in (None, proof):
        return Sentence("its promise or its texts are not those of the deals before it")
    dealer = Dealer(secret, proof.texts)
    if laid is not None:
        # Everything but the first pick is open in a draft.
        follows = dealer.first_to_pick(before.seats_in, dealt.round) == laid.first
        return None if follows else Sentence("another seat should have picked first")
    step = dealer.step(before)
    follows = step is not None and decide(before, None, step) == (dealt,)
    return None if follows else Sentence("these are not the cards that the secret and the texts give")
