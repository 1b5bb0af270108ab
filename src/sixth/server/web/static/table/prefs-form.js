// The fields of the viewer's preferences for tables: in their dialog, and on the settings page.
import { get, reset, set, setKey, subscribe } from "./prefs.js";

/** Save each choice in this part of the page at once, and show the saved ones. */
export function bind(/** @type {HTMLElement} */ part) {
  const field = (/** @type {string} */ id) => /** @type {HTMLElement} */ (part.querySelector(`#${id}`));
  field("touch").hidden = !("vibrate" in navigator);
  /** @type {HTMLDetailsElement} */ (part.querySelector(".keys")).open = matchMedia("(pointer: fine)").matches;
  field("reset").addEventListener("click", reset);
  part.addEventListener("change", (event) => {
    const target = /** @type {HTMLInputElement} */ (event.target);
    if (target.dataset.key) setKey(target.dataset.key, target.value.trim());
    else set(target.name, target.type === "checkbox" ? target.checked : target.value);
  });
  // A typed character replaces the earlier one.
  part.addEventListener("focusin", ({ target }) => { if (target instanceof HTMLInputElement && target.dataset.key) target.select(); });
  subscribe(() => {
    for (const input of part.querySelectorAll("input")) {
      if (input.dataset.key) input.value = get("keys")[input.dataset.key];
      else if (input.type === "checkbox") input.checked = get(input.name);
      else input.checked = get(input.name) === input.value;
    }
  });
}
