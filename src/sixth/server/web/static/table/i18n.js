// Sentences in the reader's language: from a catalogue, with values and plural forms filled in.

/**
 * The sentences of one language by the English ones; several where the plural forms differ, in the catalogue's order.
 * A missing sentence stays in English.
 * @typedef {object} Catalogue
 * @property {string} language
 * @property {Record<string, string | string[]>} sentences
 */

/** @typedef {Record<string, string | number>} Values */

/**
 * Return functions that make sentences in the language of a catalogue. In all languages here the first of two forms is
 * for one; the language decides which numbers count as one.
 * @param {Catalogue} catalogue
 */
export function speaker({ language, sentences }) {
  const plural = new Intl.PluralRules(language);
  const locale = language === "en" ? "en-GB" : language;
  const lists = new Intl.ListFormat(locale, { type: "conjunction", style: "long" });
  const formOf = (/** @type {number} */ count) => (plural.select(count) === "one" ? 0 : 1);
  return {
    /** @type {(sentence: string, values?: Values) => string} */
    _: (sentence, values) => fill(/** @type {string} */ (sentences[sentence] ?? sentence), values),
    /** @type {(one: string, more: string, count: number, values?: Values) => string} */
    ngettext(one, more, count, values) {
      const forms = sentences[one] ?? [one, more];
      return fill(typeof forms === "string" ? forms : forms[Math.min(formOf(count), forms.length - 1)], values);
    },
    /** @type {(words: string[]) => string} */
    list: (words) => lists.format(words),
    // A count of a unit of time in words.
    /** @type {(count: number, unit: string) => string} */
    long: (count, unit) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count),
  };
}

/**
 * Return a function that fills in the sentences of a page by their names; those that are functions get the count.
 * @type {(sentences: Record<string, any>) => (name: string, values?: Values, count?: number) => string}
 */
export const named = (sentences) => (name, values = {}, count = undefined) =>
  fill(count === undefined ? sentences[name] : sentences[name](count), values);

/** @type {(sentence: string, values?: Values) => string} */
function fill(sentence, values) {
  return values ? sentence.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all)) : sentence;
}

// The locale of the reader's country, where the browser names one for a language.
/** @type {(language: string) => string} */
export const localeOf = (language) => navigator.languages.find((each) => each.startsWith(language)) ?? language;
