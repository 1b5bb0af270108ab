import type { Drawn, TemplateResult } from "../lit-html.js";
/** A list whose elements stay those of their items when the order changes. */
export function repeat<Item>(
  items: readonly Item[], key: (item: Item, at: number) => unknown, draw: (item: Item, at: number) => Drawn,
): TemplateResult;
