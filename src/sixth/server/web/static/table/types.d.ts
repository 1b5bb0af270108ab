// The state of a table's page, as the server sends it. scripts/types holds it to the document of the API.

export type Side = "right" | "left";
/** A row, counted from 0, and the end of it that a card goes to. */
export type Place = [row: number, end: Side];
export type Action = { choose: number } | { pick: number } | { take: number; end?: Side };
export type Phase = "lay" | "pick" | "deal" | "choose" | "flip" | "take" | "place" | "score" | "end" | "over";
/** The page's question to its viewer, in one word. */
export type Asks = "choose" | "take" | "side" | "pick" | "flip" | "next" | "again" | "sit" | "begin" | "back" | "wait";

export interface Rules {
  seats: number;
  deck: "full" | "tactical" | number;
  hand: number;
  rows: number;
  row_limit: number;
  deal: "random" | "draft" | "halves";
  play: "simultaneous" | "flip";
  ends: "right" | "both";
  heads: "classic" | "light";
  goal: "fewest" | "most";
  end: { kind: "score" | "rounds" | "elimination"; limit?: number; rounds?: number };
}

/** The player of a seat, or the bot that stands in: `human` says that a person or a bot from outside decides. */
export interface Sitter {
  name: string;
  kind: string;
  human: boolean;
  run_by: string;
}

export interface Config {
  listed: boolean;
  spectators: boolean;
  late: boolean;
  outside: boolean;
  outside_talk: boolean;
  helps: boolean;
  chat: boolean;
  rated: boolean;
  matched: boolean;
  stand_in: string;
  turn_seconds: number;
  bank_seconds: number;
}

export interface Seat {
  sitter: Sitter | null;
  stand_in: Sitter | null;
  claimed_by: string | null;
  ready: boolean;
}

export interface Clock {
  until: (number | null)[];
  banks: number[];
  pause: number | null;
  extended: boolean;
}

/** An event as all viewers of the table know it; `event` is its kind. */
export type TableEvent = Record<string, any>;

/** The game as the viewer may know it; docs/bots.md explains each key. */
export interface View {
  round: number;
  part: number;
  turn: number;
  phase: Phase;
  actor: number | null;
  seats_in: number[];
  hand: number[];
  counts: number[];
  open_hands: number[][];
  chosen: number | null;
  has_chosen: boolean[];
  rows: number[][];
  piles: number[][];
  totals: number[];
  pending: [card: number, seat: number][];
  taking: Place | null;
  open_deck: number[];
  history: TableEvent[];
  past: number[][];
  out_now: number[];
  winners: number[];
}

/** The content of `full` (`PageState` in the document of the API), `v`, the version of the table, and what lies around it. */
export interface State {
  v: number;
  id: string;
  code: string;
  rules: Rules;
  config: Config;
  seat: number | null;
  host: number | null;
  seats: Seat[];
  games: number;
  game: string | null;
  again: string;
  daily: string;
  practice: boolean;
  between_rounds: boolean;
  waited_for: number[];
  promise: string;
  next_promise: string;
  text: string;
  barred: boolean;
  missed: number;
  claim: number | null;
  offered: number | null;
  changed: string[];
  advised: [seat: number, round: number, turn: number][];
  coached: [seat: number, wished: boolean][];
  clock: Clock | null;
  view: View | null;
  around: Around;
}

/** The end of a game: what comforts a loser, whether it is cheered, the games that each seat won, and what the browser keeps. */
export interface Ending {
  comfort: string;
  cheers: boolean;
  score: [seat: number, won: number][];
  kept: Record<string, any> | null;
}

/** A part of the page of a table, as server/parts.py explains it. */
export interface PartLink { address: string; label: string; is_button?: boolean; opens_tab?: boolean; is_file?: boolean; share?: string }
export interface PartForm {
  action: string; label: string; id?: string; fields?: Record<string, string>; name?: string; is_live?: boolean; asking?: string;
}
export interface PartField { id: string; form: string; command: string; name: string; label: string; value: string }
export interface TablePart {
  kind?: string; heading?: string; summary?: string; name?: string; text?: string; code?: string; links?: PartLink[]; small?: string[];
  field?: PartField; form?: PartForm; items?: TablePart[];
  script?: { address: string; id: string; label: string; given: Record<string, string> };
}
export type Given = Record<string, TablePart[]>;

/**
 * What lies around a game, in the language of the page: `pace` is the time for a turn, `late` what a newcomer may do, `changes` what
 * the host changed last. `talks` is whether there is somebody to talk to.
 */
export interface Around {
  ending: Ending | null; title: string; talks: boolean; changes: string; pace: string; late: string;
}

/** A state in which a game has begun. */
export type Playing = State & { view: View };

export interface FullLine { v: number; now: number; full: Omit<State, "v" | "around">; around?: Around }
export interface EventsLine { v: number; now: number; events: TableEvent[] }
export interface OwnLine { v: number; own: { chosen: number | null } }

/**
 * The outcome of a card now. `why` is that of the event `placed`: it `fits` a row, takes a `full` one, is too
 * `low` for any (or, at both ends, lies within all), or has a `choice` of equally close places. `row` and `end` are
 * its place, and `beside` the card next to it, null if unknown. `takes` is whether it takes a row
 * in any case. `heads` are those of that row, the fewest of all rows for `low`, null for `choice`.
 */
export interface Preview {
  card: number;
  why: "fits" | "full" | "low" | "choice";
  places: Place[];
  row: number | null;
  end: Side | null;
  beside: number | null;
  takes: boolean;
  heads: number | null;
}

/** A card that was played in the turn; `row` and `heads` (those it took) are null until it is placed. */
export interface Played { card: number; seat: number; row: number | null; heads: number | null }

/**
 * A row that was taken. `fits` is false for a card that was too low; `filled` is the seat and the card that filled the row
 * earlier in the same turn.
 */
export interface Taken {
  row: number;
  seat: number;
  card: number;
  heads: number;
  fits: boolean;
  filled: [seat: number, card: number] | null;
}

export type Status = "" | "ready" | "chosen" | "thinking" | "out" | "won" | "turn";

/**
 * The standing of a seat: `place` from 1, `lately` the heads of the last round, `rounds` those it played. `before` and
 * `added` are its bar, in hundredths of the longest one.
 */
export interface Standing {
  place: number;
  seat: number;
  total: number;
  lately: number;
  rounds: number;
  before: string;
  added: string;
}

/**
 * The last stage of a turn: `shown`, `placed`, `taken`, `taken-by-you` or `counted`, "" for none, at a moment `at`. A card
 * that was too low has no `end`.
 */
export interface Moment {
  event: "" | "shown" | "placed" | "taken" | "taken-by-you" | "counted";
  at: string;
  card: number;
  row: number;
  end: Side | "";
  seat: number;
}

/** A chat message, in the language of its writer. */
export interface Message {
  number: number;
  seat: number;
  name: string;
  kind: "phrase" | "reaction" | "text";
  said: string;
  language: string;
}

/** A card that is kept for a later turn than `turn` of this `round`; 0 is for one kept while no card is asked for. */
export interface Kept { card: number; round: string; turn: string }

/**
 * What a viewer does at the page beside the game. A card is `lifted` from the hand, or `picked` from the open deck, by a
 * first press, the pointer or the focus is on one, and one is `kept` for the next turn. 0 is no card. `brief` says that
 * announcements are to be short, `aimed` that a drag would play its card. `worth` is what the coach said, by its address,
 * and `said` the message that each seat has just sent.
 */
export interface Acts {
  lifted: number;
  picked: number;
  pointer: number;
  focus: number;
  kept: Kept | null;
  brief: boolean;
  dragged: { card: number; x: number; y: number } | null;
  aimed: boolean;
  worth: Record<string, string>;
  said: (Message | null)[];
}

/**
 * What is to be drawn: a table, at the server's time `now`. While cards are turned over the question and the awaited
 * players are those of `told`; the reason of a take is that of `reason`. Both are usually the state itself. `moves` is
 * whether cards are being placed, and `idle` whether there is nothing to skip.
 */
export interface Scene {
  state: State;
  now: number;
  told: State;
  reason: State;
  acts: Acts;
  skip: "" | "idle" | "may";
}
