// All that the page of a table knows, in one place: the game, and what its viewer does here. Scripts that draw or play watch it;
// nothing reads it from the document.
import { isHeld } from "./turn.js";
import { IDLE } from "./view/table.js";

/** @typedef {{do: string} & Record<string, unknown>} Command What somebody does at the table, as the server takes it. */

/**
 * `known` is the latest state, `state` the one on the page: what happens meanwhile waits until cards lie. `told` and
 * `reason` are as in a scene, null where they are the state itself. `moving` is whether cards are being placed,
 * `skipping` whether the rest of it is skipped, `skippable` whether there was something to skip. `watchers` are counted on
 * big screens, and `pending` is what waits for an answer, by its kind, and the next one of that kind.
 * @typedef {object} Store
 * @property {State | null} known
 * @property {Given} given the parts of features
 * @property {State | null} state
 * @property {number} now the server's clock
 * @property {State | null} told
 * @property {State | null} reason
 * @property {boolean} moving
 * @property {boolean} skipping
 * @property {boolean} skippable
 * @property {number} watchers
 * @property {Message[]} said what people say, the oldest first
 * @property {boolean} unread whether there are messages that were not seen
 * @property {Map<unknown, (() => Promise<any>) | null>} pending
 * @property {Refused} refused the fields of forms that were refused, by id
 * @property {Acts} acts
 * @property {ReturnType<typeof import("./words.js").words> | null} say the sentences of the page
 */
/** @type {Store} */
export const store = {
  known: null, given: {}, state: null, now: 0, told: null, reason: null, moving: false, skipping: false, skippable: false,
  watchers: 0, said: [], unread: false, pending: new Map(), refused: {}, acts: IDLE, say: null,
};

/** @type {Set<() => void>} */
const watching = new Set();
// Call `see` after each change; the first one to watch draws the page.
export const watch = (/** @type {() => void} */ see) => { watching.add(see); };

/**
 * Change what is known. With a new state on the page, all of it is told unless said otherwise, and a card that is no longer
 * in the hand is neither lifted nor kept.
 * @param {Partial<Store>} changes
 */
export function change(changes) {
  Object.assign(store, changes.state ? { told: null, reason: null } : {}, changes);
  if (changes.state || changes.acts) store.acts = settled(store.acts);
  if (!store.moving && !isPlacing()) store.skipping = false;
  store.skippable = maySkip() || (store.skippable && store.state?.view?.rows.length !== 0);
  for (const see of watching) see();
}

/** @type {(changes: Partial<Acts>) => void} */
export const act = (changes) => change({ acts: { ...store.acts, ...changes } });

// Whether cards of the turn on the page are still to be placed, and whether the rest of it can be skipped.
const isPlacing = () => (store.state?.view?.pending.length ?? 0) > 0;
const maySkip = () => store.moving && isPlacing() && !store.skipping;

// The scene to be drawn.
export function scene() {
  const { told, reason, now, acts } = store, state = /** @type {State} */ (store.state);
  /** @type {Scene["skip"]} */
  const skip = maySkip() ? "may" : store.skippable ? "idle" : "";
  return { state, now, acts, told: told ?? state, reason: reason ?? state, skip };
}

// What is done with cards that are no longer there is over.
/** @type {(acts: Acts) => Acts} */
function settled(acts) {
  const { state } = store, { lifted, picked, pointer, focus, kept, dragged } = acts;
  if (!state) return acts;
  const { view } = state, held = (/** @type {number} */ card) => (isHeld(state, card) ? card : 0);
  const gone = kept && view?.hand.length && (roundOf(state) !== kept.round || !held(kept.card));
  return {
    ...acts,
    lifted: lifted === view?.chosen ? 0 : held(lifted),
    picked: view?.open_deck.includes(picked) ? picked : 0,
    pointer: held(pointer),
    focus: held(focus),
    kept: gone ? null : kept,
    dragged: held(dragged?.card ?? 0) ? dragged : null,
  };
}

// The round on the page, by its game; a card is kept for a turn of it.
export const roundOf = (/** @type {State} */ { games, view }) => `${games}.${view?.round ?? 0}`;

/** @type {(command: Command) => void} */
let sender = () => {};
// Have commands sent by a page.
export const sendBy = (/** @type {(command: Command) => void} */ by) => { sender = by; };
/**
 * Do something at the table.
 * @param {Command} command
 */
export const send = (command) => sender(command);
