// The menu of tools, and the dialog for keys, speed, announcements and sounds, whose script is loaded when it is opened.
import { byId } from "./page.js";

const dialog = byId("prefs"), menu = byId("menu");

// Return whether it was open; the focus inside it goes to the button that opens it.
export function closeMenu() {
  if (!menu?.open) return false;
  if (menu.contains(document.activeElement)) menu.firstElementChild.focus();
  menu.open = false;
  return true;
}
for (const goes of ["click", "focusin"]) document.addEventListener(goes, ({ target }) => { if (!menu?.contains(target)) closeMenu(); });

/** @type {Promise<boolean | null> | null} */
let fields = null;
export async function open() {
  closeMenu();
  fields ??= import(dialog.dataset.by).then(({ bind }) => !bind(dialog), () => (fields = null));
  // Before, a choice would be lost.
  if (await fields && !dialog.open) dialog.showModal();
}
byId("tools").hidden = false;
byId("open-prefs").addEventListener("click", open);
