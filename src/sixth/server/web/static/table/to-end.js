// Whoever is out, and plays with bots alone, may have the rest of the game played without being asked after each round.
import { asks, byId, closest, onChange, redress } from "./page.js";
import { skip } from "./reveal.js";

// Milliseconds that one sees each result; a server takes thirty rounds a minute from a seat.
const LOOK = 2100;
let goes = false, asked = "";
document.addEventListener("click", (event) => {
  if (!closest(event, "#to-end")) return;
  goes = true;
  redress();
});
onChange(() => {
  if (!goes) return;
  if (asks() === "again") { goes = false; return; }
  skip();
  const form = /** @type {HTMLFormElement | null} */ (byId("next"));
  const round = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=round]") ?? null)?.value ?? "";
  if (!form || round === asked) return;
  asked = round;
  setTimeout(() => { if (form.isConnected) form.requestSubmit(); }, LOOK);
});
