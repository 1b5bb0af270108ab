// The dialog for the cards that a player took, from all 104; cards of the round's other players cannot be chosen.
import {html, nothing, render} from "../lit/lit-html.js";
import {entryOf} from "./game.js";
import {at, counted, HEADS, say} from "./page.js";
import {game} from "./state.js";
import {countedText, entryText} from "./telling.js";

/** Open the dialog for this seat and its field; `changed` is called with the field whose text is new. */
export function pick(seat, fields, changed) {
  const now = game(), table = HEADS[now.heads];
  const entries = fields.map((input) => { try { const entry = entryOf(input.value); return Array.isArray(entry) ? entry : []; } catch { return []; } });
  const taken = new Map(entries.flatMap((entry, other) => other === seat ? [] : entry.map((card) => [card, now.players[other]])));
  let chosen = entries[seat].filter((card) => !taken.has(card));
  const tally = () => { at("counted").textContent = countedText(now, chosen); };
  at("whose").textContent = say("pick", {name: now.players[seat]});
  tally();
  cardGrid(at("grid"), {
    heads: table, taken, pressed: chosen,
    label: (card, heads) => taken.has(card) ? say("taken", {card, name: taken.get(card)}) : say("card", {card, heads: counted("heads", heads)}),
    refuse: (card, name) => { at("counted").textContent = say("taken", {card, name}); },
    changed: (pressed) => { chosen = pressed; tally(); },
  });
  const dialog = at("cards");
  dialog.returnValue = "";
  dialog.onclose = () => {
    if (dialog.returnValue !== "done") return;
    fields[seat].value = chosen.length ? entryText(chosen) : "";
    changed(fields[seat]);
  };
  dialog.showModal();
  at("grid").firstElementChild.focus();
}

/** 104 buttons; arrows lead from one to the next. `changed` is called with the pressed ones. */
function cardGrid(box, {heads, taken, pressed, label, refuse, changed}) {
  const chosen = new Set(pressed);
  const press = (card) => {
    if (taken.has(card)) return refuse(card, taken.get(card));
    chosen[chosen.has(card) ? "delete" : "add"](card);
    draw();
    changed([...chosen]);
  };
  const button = (count, index) => html`<button type="button" data-h=${count} aria-label=${label(index + 1, count)}
    aria-pressed=${chosen.has(index + 1)} aria-disabled=${taken.has(index + 1) ? "true" : nothing} tabindex=${index ? -1 : 0}
    @click=${() => press(index + 1)}><b>${index + 1}</b><small>${count}</small></button>`;
  const draw = () => render(heads.slice(1).map(button), box);
  draw();
  const buttons = [...box.children];
  box.onkeydown = (event) => {
    const at = buttons.indexOf(document.activeElement);
    const columns = buttons.findIndex((button) => button.offsetTop > buttons[0].offsetTop);
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: buttons.length - 1 - at};
    const next = buttons[at + steps[event.key]];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  };
  box.onfocusin = ({target}) => { for (const each of buttons) each.tabIndex = each === target ? 0 : -1; };
}
