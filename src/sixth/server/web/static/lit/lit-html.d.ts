// The part of lit-html that is used here.
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
}
/** What may stand in a template: another one, several, a text, an element, or nothing. */
export type Drawn = TemplateResult | string | number | Node | typeof nothing | typeof noChange | readonly Drawn[];
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export const nothing: unique symbol;
export const noChange: unique symbol;
export function render(drawn: Drawn, container: Element | DocumentFragment): unknown;
