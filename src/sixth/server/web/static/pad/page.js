// The page of the pad: its parts, its words, and where it says what has happened or cannot be.
import {Refused} from "./game.js";

export const at = (id) => document.getElementById(id);

/** The heads on each card, by the name of the way to count. */
export const HEADS = JSON.parse(at("heads").textContent);

const language = document.documentElement.lang;
const words = JSON.parse(at("words").textContent);
const plural = new Intl.PluralRules(language);
const list = new Intl.ListFormat(language === "en" ? "en-GB" : language, {type: "conjunction"});

/** The words of the page, filled in: `say("leads", {names}, 2)` takes the form for two. */
export function say(word, values = {}, count = undefined) {
  const text = count === undefined ? words[word] : words[word][plural.select(count)] ?? words[word].other;
  return text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}
export const counted = (word, count) => say(word, {count}, count);
export const and = (names) => list.format(names);
/** As in the country of the reader, where the browser says which. */
const where = navigator.languages.find((each) => each.startsWith(language)) ?? language;
export const today = () => new Intl.DateTimeFormat(where, {dateStyle: "medium", timeStyle: "short"}).format();

/** Say what was done; `heard` is what the page shows anyway. */
export function tell(text, heard = false) {
  at("say").textContent = text;
  at("say").classList.toggle("only-read", heard);
}
export const note = (text) => { at("note").textContent = text; };

/** Do it, or say in one sentence why not; `field` is where it was entered. */
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
