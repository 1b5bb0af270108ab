// The types of a table's page, known in all its scripts. Those of the state (`PageState` and what it holds) are those of the
// document of the API: `scripts/page_types.py` writes them, and tsc reads both.

type Side = "right" | "left";
/** A row, counted from 0, and the end of it that a card goes to. */
type Place = [row: number, end: Side];
type Action = { choose: number } | { pick: number } | { take: number; end?: Side };
/** The page's question to its viewer, in one word. */
type Asks = "choose" | "take" | "side" | "pick" | "flip" | "next" | "again" | "sit" | "begin" | "back" | "wait";

type Rules = RulesShown;
type Sitter = SitterShown;
/** The game as the viewer may know it; docs/bots.md explains each key. */
type View = ViewShown;
/** An event as all viewers of the table know it; `event` is its kind. */
type TableEvent = Record<string, any>;

/** The content of `full`, `v`, the version of the table, and what lies around it. */
type State = PageState & { v: number; around: Around };

/** The end of a game: what comforts a loser, whether it is cheered, the games that each seat won, and what the browser keeps. */
interface Ending {
  comfort: string;
  cheers: boolean;
  score: [seat: number, won: number][];
  kept: Record<string, any> | null;
}

/** A part of the page of a table, as server/parts.py explains it. */
interface PartLink { address: string; label: string; is_button?: boolean; opens_tab?: boolean; saved?: string; file?: string; share?: { text: string; label: string } }
interface PartForm {
  action: string; label: string; id?: string; fields?: Record<string, string>; name?: string; is_live?: boolean; asking?: string;
}
interface PartField { id: string; form: string; command: string; name: string; label: string; value: string }
interface TablePart {
  kind?: string; heading?: string; summary?: string; name?: string; text?: string; code?: string; links?: PartLink[]; small?: string[];
  drawn?: { label: string; paths: string[] };
  field?: PartField; form?: PartForm; items?: TablePart[];
  script?: { address: string; id: string; label: string; given: Record<string, string> };
}
/** The bots to choose from: levels with a face, and kinds with their titles; one of both is chosen. */
interface BotChoice { levels: [bots: string, face: string, label: string, about: string][]; kinds: Record<string, string>; chosen: string }
/** Refused fields by id: why, and what stood there where the page was loaded anew. */
type Refused = Record<string, { why: string; value?: string }>;
type Given = Record<string, TablePart[]>;

/**
 * What lies around a game, in the language of the page: `pace` is the time for a turn, `late` what a newcomer may do, `changes` what
 * the host changed last. `differs` is what differs from classic, the most important first. `talks` is whether there is somebody to talk to.
 */
interface Around {
  ending: Ending | null; title: string; differs: Difference[]; talks: boolean; changes: string; pace: string; late: string;
}

/** A difference from classic (sixth/differences.py). */
interface Difference { name: string; text: string; about: string; game: string }

/** A state in which a game has begun. */
type Playing = State & { view: View };

interface FullLine { v: number; now: number; full: PageState; around?: Around }
interface EventsLine { v: number; now: number; events: TableEvent[] }
interface OwnLine { v: number; own: { chosen: number | null } }

/**
 * The outcome of a card now. `why` is that of the event `placed`: it `fits` a row, takes a `full` one, is too
 * `low` for any (or, at both ends, lies within all), or has a `choice` of equally close places. `row` and `end` are
 * its place, and `beside` the card next to it, null if unknown. `takes` is whether it takes a row
 * in any case. `heads` are those of that row, the fewest of all rows for `low`, null for `choice`.
 */
interface Preview {
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
interface Played { card: number; seat: number; row: number | null; heads: number | null }

/**
 * A row that was taken. `fits` is false for a card that was too low; `filled` is the seat and the card that filled the row
 * earlier in the same turn.
 */
interface Taken {
  row: number;
  seat: number;
  card: number;
  heads: number;
  fits: boolean;
  filled: [seat: number, card: number] | null;
}

type Status = "" | "ready" | "chosen" | "thinking" | "out" | "won" | "turn";

/**
 * The standing of a seat: `place` from 1, `lately` the heads of the last round, `rounds` those it played. `before` and
 * `added` are its bar, in hundredths of the longest one.
 */
interface Standing {
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
interface Moment {
  event: "" | "shown" | "placed" | "taken" | "taken-by-you" | "counted";
  at: string;
  card: number;
  row: number;
  end: Side | "";
  seat: number;
}

/** A chat message, in the language of its writer. */
interface Message {
  number: number;
  seat: number;
  name: string;
  kind: "phrase" | "reaction" | "text";
  said: string;
  language: string;
}

/** A card that is kept for a later turn than `turn` of this `round`; 0 is for one kept while no card is asked for. */
interface Kept { card: number; round: string; turn: string }

/**
 * What a viewer does at the page beside the game. A card is `lifted` from the hand, or `picked` from the open deck, by a
 * first press, the pointer or the focus is on one, and one is `kept` for the next turn. 0 is no card. `brief` says that
 * announcements are to be short, `aimed` that a drag would play its card. `worth` is what the coach said, by its address,
 * and `said` the message that each seat has just sent.
 */
interface Acts {
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
interface Scene {
  state: State;
  now: number;
  told: State;
  reason: State;
  acts: Acts;
  skip: "" | "idle" | "may";
}

/** What a template draws, and what says all sentences. */
type Drawn = import("../lit/lit-html.js").Drawn;
type Words = ReturnType<typeof import("./words.js").words>;
