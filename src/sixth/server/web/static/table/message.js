// Chat messages at a table, as HTML: pure.
import { text } from "./html.js";

/** @typedef {{number: number, seat: number, name: string, kind: "phrase" | "reaction" | "text", said: string, language: string}} Message */
/**
 * Phrases by key in the reader's language, and reactions, each with its sign and the name of the sign.
 * @typedef {{phrases: Record<string, string>, reactions: Record<string, [sign: string, name: string]>}} Phrases
 */

/**
 * Return a function that draws a message for a reader of a language; `mine` is whether the reader wrote it.
 * @param {Phrases} phrases
 * @param {string} language
 * @param {string} you
 * @param {string} report the address to which a line is reported, up to its number; "" for none
 * @returns {(message: Message, mine: boolean) => string}
 */
export function messageLine({ phrases, reactions }, language, you, report) {
  /** @type {(message: Message) => string} */
  function words({ kind, said, language: written }) {
    if (kind === "phrase") return text(phrases[said] ?? "");
    if (kind === "text") return `<span dir="auto"${written && written !== language ? ` lang="${text(written)}"` : ""}>${text(said)}</span>`;
    const [sign, name] = reactions[said] ?? ["", ""];
    return `<span role="img" class="sign" aria-label="${text(name)}">${sign}</span>`;
  }

  /** @type {(message: Message) => string} */
  function author({ number, name }) {
    const who = `<bdi>${text(name)}</bdi>`;
    return report ? `<a href="${text(report)}${number}">${who}</a>` : who;
  }

  return (message, mine) => `<p id="line${message.number}" class="s${message.seat} said${mine ? " mine" : ""}">`
    + `<b>${mine ? you : author(message)}</b> ${words(message)}</p>`;
}
