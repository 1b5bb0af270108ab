// The peer of `bench/load.py`: the same game, simplified, on boardgame.io, with everything else as it comes.
//
//     npm ci && node server.js [PORT]
//
// It prints its address once it answers. The first request for a name makes a match. Seat 0 deals
// (`next`), everybody chooses, and once all have chosen the cards are placed from the lowest on; whose card is
// lower than all rows takes one. The cards of others are in nobody's view: they are dealt by a move and not at
// set-up, as this version sends the first state to everybody as it is, and a choice is left out of what is told
// of it. People choose at the same time, so a move may come from one who has not seen the one before.

const { Server } = require('boardgame.io/server');
const { ActivePlayers, INVALID_MOVE } = require('boardgame.io/core');

const SEATS = 4, ROWS = 4, HAND = 10, ROOM = 5, CARDS = 104, GOAL = 66;

const heads = (card) =>
  card % 55 === 0 ? 7 : card % 11 === 0 ? 5 : card % 10 === 0 ? 3 : card % 5 === 0 ? 2 : 1;
const cost = (row) => row.reduce((sum, card) => sum + heads(card), 0);

/** Place cards from the lowest on, until somebody has to take a row or all are placed. */
function place(G) {
  while (G.pending.length) {
    const { seat, card } = G.pending[0];
    let best = -1;
    G.rows.forEach((row, at) => {
      const last = row[row.length - 1];
      if (last < card && (best < 0 || last > G.rows[best][G.rows[best].length - 1])) best = at;
    });
    if (best < 0) {
      G.taker = seat;
      G.step = `${G.round} ${G.turn} ${seat}`;
      return;
    }
    put(G, best, G.rows[best].length === ROOM);
  }
  G.turn += 1;
  G.step = `${G.round} ${G.turn} ${G.hands.some((hand) => hand.length) ? 'choose' : 'over'}`;
}

/** Put the lowest card that waits on a row, of which it takes what is there if it has to. */
function put(G, at, takes) {
  const { seat, card } = G.pending.shift();
  if (takes) {
    G.heads[seat] += cost(G.rows[at]);
    G.rows[at] = [];
  }
  G.rows[at].push(card);
  G.placed.push({ seat, card, row: at, takes });
}

function next({ G, random, playerID }) {
  if (playerID !== '0' || !G.step.endsWith('over')) return INVALID_MOVE;
  if (G.heads.some((each) => each >= GOAL)) G.heads = Array(SEATS).fill(0);
  const deck = random.Shuffle(Array.from({ length: CARDS }, (_, at) => at + 1));
  G.hands = G.hands.map(() => deck.splice(0, HAND).sort((a, b) => a - b));
  G.rows = Array.from({ length: ROWS }, () => deck.splice(0, 1));
  G.placed = [];
  G.round += 1;
  G.turn = 1;
  G.step = `${G.round} ${G.turn} choose`;
}

function choose({ G, playerID }, card) {
  if (G.taker !== null || !G.hands[playerID].includes(card)) return INVALID_MOVE;
  G.chosen[playerID] = card;
  if (G.chosen.includes(null)) return;
  G.pending = G.chosen.map((each, seat) => ({ seat, card: each })).sort((a, b) => a.card - b.card);
  G.hands = G.hands.map((hand, seat) => hand.filter((each) => each !== G.chosen[seat]));
  G.chosen = Array(SEATS).fill(null);
  G.placed = [];
  place(G);
}

function take({ G, playerID }, row) {
  if (G.taker !== Number(playerID) || !G.rows[row]) return INVALID_MOVE;
  G.taker = null;
  put(G, row, true);
  place(G);
}

const together = { client: false, ignoreStaleStateID: true };

const game = {
  name: 'six',
  // Else every state there ever was would be kept, as the game is one turn to boardgame.io.
  disableUndo: true,
  setup: () => ({
    // Where the game is: its round, its turn, and what is awaited in it (whose number takes a row).
    step: '0 0 over',
    round: 0, turn: 0, taker: null,
    hands: Array(SEATS).fill([]), rows: [], heads: Array(SEATS).fill(0),
    chosen: Array(SEATS).fill(null), pending: [], placed: [],
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    next: { move: next, ...together },
    choose: { move: choose, redact: true, ...together },
    take: { move: take, ...together },
  },
  playerView: ({ G, playerID }) => {
    const { hands, chosen, ...open } = G;
    const seat = playerID === null || playerID === undefined ? null : Number(playerID);
    return {
      ...open,
      hand: seat === null ? null : hands[seat],
      choice: seat === null ? null : chosen[seat],
      chosen: chosen.map((card) => card !== null),
    };
  },
};

const server = Server({ games: [game], origins: [] });
server
  .run({ port: Number(process.argv[2] || 0) })
  .then(({ appServer }) => console.log(`http://127.0.0.1:${appServer.address().port}/`));
