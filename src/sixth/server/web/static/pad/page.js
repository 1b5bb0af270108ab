// The page of the pad: its parts, its texts, and its messages.
import {localeOf, named, speaker} from "../table/i18n.js";
import {Refused} from "./game.js";
import {sentences} from "./words.js";

export const at = (id) => document.getElementById(id);

/** The heads on each card, by the name of the table of heads. */
export const HEADS = JSON.parse(at("heads").textContent);

const language = document.documentElement.lang;
const spoken = speaker(JSON.parse(at("words").textContent));

/** The texts of the page, filled in: `say("leads", {names}, 2)` uses the form for two. */
export const say = named(sentences(spoken));
export const counted = (word, count) => say(word, {count}, count);
export const and = spoken.list;
export const today = () => new Intl.DateTimeFormat(localeOf(language), {dateStyle: "medium", timeStyle: "short"}).format();

/** Report an action; `heard` means that the page shows it anyway. */
export function tell(text, heard = false) {
  at("say").textContent = text;
  at("say").classList.toggle("only-read", heard);
}
export const note = (text) => { at("note").textContent = text; };

/** Run an action, or show in one sentence why it is refused; `field` is the field of the entry. */
export function attempt(change, field) {
  try {
    field?.removeAttribute("aria-invalid");
    note("");
    return change() ?? true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(say(error.word, error.values));
    if (field) {
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
    return false;
  }
}
