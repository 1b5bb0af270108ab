// A chat message. Pure.
import { html, nothing } from "../../lit/lit-html.js";

/**
 * Phrases by key in the reader's language, and reactions, each with its sign and the name of the sign.
 * @typedef {{phrases: Record<string, string>, reactions: Record<string, [sign: string, name: string]>}} Phrases
 */

// Whether the viewer wrote a message.
/** @type {(state: State, message: Message) => boolean} */
export const isMine = ({ seat, seats }, message) => message.seat === seat && message.name === seats[seat].sitter?.name;

/**
 * Return functions that draw messages for a reader of a language: the inside of one, `mine` where the reader wrote it, and the last
 * lines of all; `you` is the word for the reader.
 * @param {Phrases} phrases
 * @param {{language: string, you: string, report: string}} page `report` is the address to which a line is reported, up to
 *   its number; "" for none
 */
export function chat({ phrases, reactions }, { language, you, report }) {
  /** @type {(message: Message) => Drawn} */
  function words({ kind, said, language: written }) {
    if (kind === "phrase") return phrases[said] ?? "";
    if (kind === "text") return html`<span dir="auto" lang=${written && written !== language ? written : nothing}>${said}</span>`;
    const [sign, name] = reactions[said] ?? ["", ""];
    return html`<span role="img" class="sign" aria-label=${name}>${sign}</span>`;
  }

  /** @type {(message: Message) => Drawn} */
  function author({ number, name }) {
    const who = html`<bdi>${name}</bdi>`;
    return report ? html`<a href="${report}${number}">${who}</a>` : who;
  }

  /** @type {(message: Message, mine: boolean) => Drawn} */
  const inside = (message, mine) => html`<b>${mine ? you : author(message)}</b> ${words(message)}`;

  /** @type {(message: Message, mine: boolean) => Drawn} */
  const line = (message, mine) => html`<p id="line${message.number}" class="s${message.seat} said${mine ? " mine" : ""}">${inside(message, mine)}</p>`;

  // A line keeps its element, as it may be fading: those that are gone leave their place empty.
  /** @type {(state: State, messages: Message[], most: number) => Drawn} */
  const lines = (state, messages, most) => html`<div id="said">${messages.map((message, at) =>
    (at < messages.length - most ? nothing : line(message, isMine(state, message))))}</div>`;

  return { inside, lines };
}
