// What people say to each other at a table, as HTML: pure.
import { text } from "./html.js";

/** @typedef {{number: number, seat: number, name: string, kind: "phrase" | "reaction" | "text", said: string, language: string}} Said */
/**
 * Phrases by key in the language of whoever reads, and reactions, each with its sign and what that is called.
 * @typedef {{phrases: Record<string, string>, reactions: Record<string, [sign: string, name: string]>}} Phrases
 */

/**
 * Return what draws a line for a reader of a language; `mine` is whether it is theirs.
 * @param {Phrases} known
 * @param {string} language
 * @param {string} you
 * @returns {(said: Said, mine: boolean) => string}
 */
export function talkLine({ phrases, reactions }, language, you) {
  /** @type {(said: Said) => string} */
  function words({ kind, said, language: written }) {
    if (kind === "phrase") return text(phrases[said] ?? "");
    if (kind === "text") return `<span dir="auto"${written && written !== language ? ` lang="${text(written)}"` : ""}>${text(said)}</span>`;
    const [sign, name] = reactions[said] ?? ["", ""];
    return `<span role="img" class="sign" aria-label="${text(name)}">${sign}</span>`;
  }

  return (said, mine) => `<p id="line${said.number}" class="s${said.seat} said${mine ? " mine" : ""}">`
    + `<b>${mine ? you : `<bdi>${text(said.name)}</bdi>`}</b> ${words(said)}</p>`;
}
