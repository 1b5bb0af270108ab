// The picture of a step of the tutorial, as HTML whose elements replace those with their ids: pure.
import { mark, playerList, rowList, text } from "../table/html.js";
import { asks, fold } from "../table/state.js";
import { view } from "../table/view.js";

/** @typedef {import("../table/view.js").Playing} Playing */
/** @typedef {import("../table/state.js").State} State */
/** @typedef {import("../table/state.js").TableEvent} TableEvent */
/**
 * The response to an answer; the verdict once the card lies, and whether another answer costs no less.
 * @typedef {{events: TableEvent[], verdict?: string, why?: string, good?: boolean}} Answer
 */
/**
 * A step: its text, the table, and all answers by their choices: "45", or "7/0" for the 7 and the first row.
 * @typedef {{name: string, know: string, task: string, learnt: string, state: Omit<State, "v">,
 *   answers: Record<string, Answer>}} Step
 */
/**
 * A step after some choices: the table before the last choice and after it, and between them each moment worth a
 * look; `answer` is the response to the last one.
 * @typedef {{number: number, path: string, before: Playing, moments: Playing[], after: Playing, answer: Answer | null}} Moment
 */

/**
 * Return a step after some choices; null for an unknown choice.
 * @param {Step[]} steps
 * @param {number} number
 * @param {string[]} decided
 * @returns {Moment | null}
 */
export function follow(steps, number, decided) {
  const step = steps[number - 1];
  if (!step) return null;
  const state = /** @type {Playing} */ (fold(null, { v: 0, now: 0, full: step.state }));
  /** @type {Moment} */
  let moment = { number, path: `/learn/${number}`, before: state, moments: [], after: state, answer: null };
  for (const at of decided.keys()) {
    const answer = step.answers[decided.slice(0, at + 1).join("/")];
    if (!answer) return null;
    moment = after(moment, answer, decided[at]);
  }
  return moment;
}

// The table without the other cards of the hand: a step plays one card.
/** @type {(state: Playing) => Playing} */
const withoutHand = (state) => ({ ...state, view: { ...state.view, hand: [] } });

/** @type {(moment: Moment, answer: Answer, decided: string) => Moment} */
function after({ number, path, after: state }, answer, decided) {
  // A chosen card lies in the hand until all are revealed.
  const chosen = asks(state) === "choose" ? Number(decided) : null;
  const before = /** @type {Playing} */ (fold(state, { v: state.v, own: { chosen } }));
  const moments = [];
  let now = before;
  for (const event of answer.events) {
    now = /** @type {Playing} */ (fold(now, { v: now.v + 1, now: 0, events: [event] }));
    if (event.event !== "took") moments.push(withoutHand(now));
  }
  return { number, path: `${path}/${decided}`, before, moments: moments.slice(0, -1), after: now, answer };
}

// The table after all placements: the tutorial has no next turn, so no choice is open and no player is thinking.
/** @type {(state: Playing) => Playing} */
const atRest = (state) => ({ ...state, view: { ...state.view, hand: [], phase: "score" } });

/**
 * Return a function that draws the steps of the tutorial.
 * @param {Step[]} steps
 * @param {ReturnType<typeof import("../table/words.js").words>} say
 */
export function picture(steps, say) {
  const { _ } = say.speak, draw = view(say, "", false);

  /** @type {(state: Playing, id: string, parts: import("../table/view.js").Parts) => string} */
  function rows({ view }, id, parts) {
    return rowList(_("Rows"), view.rows.map((_row, at) => parts[`row${at + 1}`]), id);
  }

  // The players. The learner is called "You", so verbs in the third person do not fit.
  /** @type {(state: Playing, parts: import("../table/view.js").Parts) => string} */
  function players(state, parts) {
    const asked = asks(state) !== "wait", yours = `<span class="status turn" id="status${state.seat}">${_("Your turn")}</span>`;
    const each = say.namesOf(state).map((name, seat) => {
      const mine = seat === state.seat, status = mine && asked ? yours : parts[`status${seat}`];
      return `<li class="player${mine ? " you" : ""}"><span class="who">${mark(seat)}<bdi>${text(name)}</bdi></span>`
        + `${parts[`score${seat}`]}${status}</li>`;
    });
    return playerList(_("Players"), each);
  }

  // The value of a card, and the links that follow.
  /** @type {(moment: Moment) => string} */
  function verdict({ number, answer }) {
    if (!answer?.verdict) return '<div class="coach" id="verdict" hidden></div>';
    const { verdict: sentence, why = "", good } = answer, { learnt } = steps[number - 1];
    const again = `<a class="button" id="again" href="/learn/${number}">${good ? _("Try another card") : _("Try again")}</a>`;
    const next = `<a class="button main" id="next" rel="next" href="/learn/${number + 1}">${_("Next")}</a>`;
    return `<div class="coach${good ? "" : " costly"}" id="verdict"><p><b>${text(sentence)}</b> ${text(why)}</p><p>${text(learnt)}</p>`
      + `<p class="actions">${good ? next + again : again + next}</p></div>`;
  }

  /** @type {(state: Playing) => string} */
  function last(state) {
    const lines = say.story(state).map(({ text: sentence, seat }) => `<li>${mark(seat)}${text(sentence)}</li>`);
    const title = _("What happened");
    return `<section id="last"${lines.length ? "" : " hidden"}><h2>${title}</h2><ul id="log">${lines.join("")}</ul></section>`;
  }

  /** @type {(moment: Moment) => string} */
  function around({ number, path, answer }) {
    const back = number > 1 ? `/learn/${number - 1}` : "/learn", over = answer?.verdict ? "hidden" : "";
    return `<p-set to="back" href="${back}"></p-set><p-set to="on" href="/learn/${number + 1}" hidden="${over}"></p-set>`
      + `<p-set to="as-text" href="${path}?text"></p-set>`;
  }

  // A table of the tutorial, and the text above it.
  /** @type {(moment: Moment, state: Playing, prompt: string) => string} */
  function table({ number, answer }, state, prompt) {
    const { name, know } = steps[number - 1], parts = draw.parts(state, 0), asked = asks(state), hidden = answer?.verdict ? " hidden" : "";
    const far = _("Step {step} of {steps}", { step: number, steps: steps.length + 1 });
    return `<p-set to="table" data-asks="${asked}"></p-set><p class="progress" id="progress">${text(name)} · ${far}</p>`
      + `<h1 id="prompt" tabindex="-1"${asked === "wait" ? "" : ' class="loud"'}>${text(prompt)}</h1>`
      + `${players(state, parts)}<div class="coach" id="know"${hidden}><p>${text(know)}</p></div>${rows(state, "rows", parts)}`
      + `${parts["to-take"]}${parts.stage}${parts.held}`;
  }

  return {
    // A step at rest: its task, a row to be taken, or the outcome for the card.
    /** @type {(moment: Moment) => string} */
    rest(moment) {
      const { number, after: state, answer } = moment, { task } = steps[number - 1];
      const shown = answer?.verdict ? atRest(state) : answer ? withoutHand(state) : state;
      const own = answer?.events.findLast(({ event, seat }) => event === "placed" && seat === state.seat);
      const prompt = own ? say.announcement(state, own).text : answer ? say.prompt(state) : task;
      return table(moment, shown, prompt) + verdict(moment) + last(state) + around(moment);
    },

    // A moment of an animation. The final text has its place already, so that nothing moves under a finger.
    /** @type {(moment: Moment, state: Playing) => string} */
    passing: (moment, state) =>
      table(moment, state, _("Placing the cards…")) + verdict(moment) + last(moment.after) + around(moment),

    // The rows of a step as a picture, which is independent of the rest of the page.
    /** @type {(number: number) => string} */
    cover(number) {
      const state = /** @type {Moment} */ (follow(steps, number, [])).after;
      return rows(state, "", draw.parts(state, 0)).replace(/ id="[^"]*"/g, "").replace("<ol", '<ol id="cover"');
    },
  };
}
