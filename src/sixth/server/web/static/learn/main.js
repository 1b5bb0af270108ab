// The lesson: the hand and the keys of the table, and cards that are placed one after another.
import "../table/hand.js";
import "../table/keys.js";
import "../table/sounds.js";
import { byId } from "../table/page.js";
import { moving, show, skip } from "../table/reveal.js";

const PARTS = [".players", ".rows", "#stage"];
const part = (of, selector) => of.querySelector(selector);
const before = [...document.querySelectorAll(".moment")].map(({ content }) => content);
const end = document.createDocumentFragment();
end.append(...PARTS.map((selector) => part(byId("table"), selector).cloneNode(true)));

const put = (moment) => {
  for (const selector of PARTS) part(byId("table"), selector).replaceWith(part(moment, selector));
};

async function reveal() {
  const table = byId("table");
  let hurried = false;
  // Whoever does anything wants to go on.
  const hurry = () => { hurried = true; skip(); };
  for (const what of ["keydown", "pointerdown"]) addEventListener(what, hurry, { once: true, capture: true });
  table.dataset.revealing = "";
  for (const moment of [...before, end]) {
    if (hurried) break;
    await show(() => put(moment), moment);
  }
  if (part(end, ".rows")) put(end);
  delete table.dataset.revealing;
}
if (before.length && moving()) reveal();
