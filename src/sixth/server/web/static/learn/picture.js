// The picture of a step of the tutorial: pure.
import { html, nothing } from "../lit/lit-html.js";
import { asks } from "../table/derived.js";
import { fold } from "../table/fold.js";
import { mark, playerList, rowList } from "../table/view/elements.js";
import { sceneOf, tables } from "../table/view/table.js";

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

// Return a step after some choices; null for an unknown choice.
/** @type {(steps: Step[], number: number, decided: string[]) => Moment | null} */
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
 * Return functions that draw the steps of the tutorial.
 * @param {Step[]} steps
 * @param {ReturnType<typeof import("../table/words.js").words>} say
 */
export function picture(steps, say) {
  const { _ } = say.speak, draw = tables(say);

  // The players. The learner is called "You", so verbs in the third person do not fit.
  /** @type {(state: Playing) => Drawn} */
  function players(state) {
    const asked = asks(state) !== "wait", yours = _("Your turn");
    const turn = html`<span class="status turn" id="status${state.seat}">${yours}</span>`;
    const each = say.namesOf(state).map((name, seat) => {
      const mine = seat === state.seat;
      return html`<li class="player${mine ? " you" : ""}"><span class="who">${mark(state, seat)}<bdi>${name}</bdi></span>${
        draw.score(state, seat)}${mine && asked ? turn : draw.doing(state, seat)}</li>`;
    });
    return playerList(_("Players"), each);
  }

  // The value of a card, and the links that follow.
  /** @type {(moment: Moment) => Drawn} */
  function verdict({ number, answer }) {
    if (!answer?.verdict) return html`<div class="coach" id="verdict" hidden></div>`;
    const { verdict: sentence, why = "", good } = answer, { learnt } = steps[number - 1], onward = _("Next");
    const retry = good ? _("Try another card") : _("Try again");
    const again = html`<a class="button" id="again" href="/learn/${number}">${retry}</a>`;
    const next = html`<a class="button main" id="next" rel="next" href="/learn/${number + 1}">${onward}</a>`;
    return html`<div class="coach${good ? "" : " costly"}" id="verdict"><p><b>${sentence}</b> ${why}</p><p>${learnt}</p><p
      class="actions">${good ? [next, again] : [again, next]}</p></div>`;
  }

  /** @type {(state: Playing) => Drawn} */
  function last(state) {
    const lines = draw.story(state), title = _("What happened");
    return html`<section id="last" ?hidden=${!lines.length}><h2>${title}</h2><ul id="log">${lines}</ul></section>`;
  }

  /** @type {(moment: Moment) => Drawn} */
  function around({ number, path, answer }) {
    const [label, back, on, text] = [_("Steps of the lesson"), _("Back"), _("Skip this step"), _("As text")];
    return html`<nav class="around" aria-label=${label}><a rel="prev" id="back" href=${number > 1 ? `/learn/${number - 1}` : "/learn"}
      >${back}</a> <a rel="next" id="on" href="/learn/${number + 1}" ?hidden=${answer?.verdict}>${on}</a> <a id="as-text"
      href="${path}?text">${text}</a></nav>`;
  }

  // A table of the tutorial, and the text above it. `end` is the state that the story tells of.
  /** @type {(moment: Moment, scene: Scene & {state: Playing}, prompt: string, end: Playing) => Drawn} */
  function table(moment, scene, prompt, end) {
    const { number, answer } = moment, { state, acts } = scene, { name, know } = steps[number - 1];
    const far = _("Step {step} of {steps}", { step: number, steps: steps.length + 1 });
    const rows = rowList(_("Rows"), draw.rows(state, null, draw.aimsOf(state, acts)));
    return html`<p class="progress" id="progress">${name} · ${far}</p><h1 id="prompt" tabindex="-1"
      class=${asks(state) === "wait" ? nothing : "loud"}>${prompt}</h1>${players(state)}<div class="play felt"><div class="coach" id="know"
      ?hidden=${answer?.verdict}><p>${know}</p></div>${rows}${draw.toTake(state)}<div class="reach">${draw.stage(scene)}${
      draw.held(state, acts)}${draw.aims(state)}</div>${verdict(moment)}</div><div class="told">${last(end)}${around(moment)}</div>`;
  }

  /** @type {(moment: Moment) => Playing} */
  function rested({ after: state, answer }) {
    return answer?.verdict ? atRest(state) : answer ? withoutHand(state) : state;
  }

  return {
    rested,

    // A step at rest: its task, a row to be taken, or the outcome for the card.
    /** @type {(moment: Moment, scene?: Scene) => Drawn} */
    rest(moment, scene = sceneOf(rested(moment))) {
      const { number, after: state, answer } = moment, { task } = steps[number - 1];
      const own = answer?.events.findLast(({ event, seat }) => event === "placed" && seat === state.seat);
      const prompt = own ? say.announcement(state, own).text : answer ? say.prompt(state) : task;
      return table(moment, /** @type {Scene & {state: Playing}} */ (scene), prompt, state);
    },

    // A moment of an animation. The final text has its place already, so that nothing moves under a finger.
    /** @type {(moment: Moment, state: Playing, scene?: Scene) => Drawn} */
    passing: (moment, state, scene = sceneOf(state)) =>
      table(moment, /** @type {Scene & {state: Playing}} */ (scene), _("Placing the cards…"), moment.after),

    // The rows of a step as a picture, which is independent of the rest of the page.
    /** @type {(number: number) => Drawn} */
    cover: (number) => draw.rows(/** @type {Moment} */ (follow(steps, number, [])).after, null, {}),
  };
}
