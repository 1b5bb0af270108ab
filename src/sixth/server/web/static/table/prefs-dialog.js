// The menu of tools, and the dialog in which keys, speed, announcements and sounds are set.
import { get, reset, set, setKey, subscribe } from "./prefs.js";
import { byId } from "./page.js";

const dialog = byId("prefs"), menu = byId("menu");

// Whether it was open; what had the focus in it leaves it to what opens it.
export function closeMenu() {
  if (!menu?.open) return false;
  if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
  menu.open = false;
  return true;
}
for (const goes of ["click", "focusin"]) document.addEventListener(goes, ({ target }) => { if (!menu?.contains(target)) closeMenu(); });

export const open = () => {
  closeMenu();
  if (!dialog.open) dialog.showModal();
};
byId("tools").hidden = false;
byId("open-prefs").addEventListener("click", open);
byId("reset").addEventListener("click", reset);

dialog.addEventListener("change", (/** @type {{target: HTMLInputElement}} */ { target }) => {
  if (target.dataset.key) setKey(target.dataset.key, target.value.trim());
  else set(target.name, target.type === "checkbox" ? target.checked : target.value);
});
// A character typed takes the place of the one before.
dialog.addEventListener("focusin", (/** @type {{target: HTMLInputElement}} */ { target }) => { if (target.dataset.key) target.select(); });

subscribe(() => {
  for (const input of dialog.querySelectorAll("input")) {
    if (input.dataset.key) input.value = get("keys")[input.dataset.key];
    else if (input.type === "checkbox") input.checked = get(input.name);
    else input.checked = get(input.name) === input.value;
  }
});
