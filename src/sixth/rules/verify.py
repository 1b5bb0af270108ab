"""The check that the deals of a record follow from the proof that was promised."""

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
    """The result of checking a game: its number of `deals`, and `why` the first unfair one is, or None."""

    game: str
    deals: int
    why: Sentence | None

    @property
    def unfair(self) -> str | None:
        """The sentence of `why` in English, or None."""
        return None if self.why is None else str(self.why)

    @property
    def fair(self) -> bool:
        """Whether the game has deals and each of them follows from the promised proof."""
        return self.why is None


def verify(record: Record) -> Verdict:
    """Check that every deal of `record` follows from its proof, and return the result."""
    state = start(record.rules)
    draft: Laid | None = None
    first_proof: Proof | None = None
    deals = 0
    reason: Sentence | None = None
    for event in record.events:
        if isinstance(event, Laid):
            draft = event
        elif isinstance(event, Dealt):
            deals += 1
            why = _fault(state, event, draft, first_proof)
            if why is not None and reason is None:
                reason = sentence(
                    "the deal of round {round} does not follow: {why}", round=event.round, why=why
                )
                if event.part == 2:
                    reason = sentence(
                        "the deal of round {round}, second half, does not follow: {why}",
                        round=event.round,
                        why=why,
                    )
            first_proof = first_proof or event.proof
        state = evolve(state, event)
    return Verdict(record.game, deals, Sentence("it has no deal to check") if deals == 0 else reason)


def _fault(before: State, deal: Dealt, draft: Laid | None, first_proof: Proof | None) -> Sentence | None:
    proof = deal.proof
    if proof is None:
        return Sentence("it carries no proof")
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return Sentence("its secret is not hexadecimal")
    if commitment(secret) != proof.commitment:
        return Sentence("its secret is not the one that was promised")
    # If texts could change between deals, the table could choose them after the first deal.
    if first_proof not in (None, proof):
        return Sentence("its promise or its texts are not those of the deals before it")
    dealer = Dealer(secret, proof.texts)
    if draft is not None:
        # In a draft only the first pick depends on the shuffle; everything else is open.
        matches = dealer.first_to_pick(before.seats_in, deal.round) == draft.first
        return None if matches else Sentence("another seat should have picked first")
    step = dealer.step(before)
    matches = step is not None and decide(before, None, step) == (deal,)
    return None if matches else Sentence("these are not the cards that the secret and the texts give")
