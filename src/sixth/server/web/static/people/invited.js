// Notifications of invitations by friends, also in a closed browser.
import { failed, push, pushed, pushes } from "../push.js";

const button = /** @type {HTMLButtonElement} */ (document.getElementById("invited"));
let on = false;
const show = () => { button.hidden = false; button.ariaPressed = String(on); };

if (pushes() && "Notification" in window && Notification.permission !== "denied") {
  show();
  pushed().then((known) => { on = known; show(); }, () => { /* it is off, as far as is known */ });
  button.addEventListener("click", async () => {
    if (!on && (await Notification.requestPermission()) !== "granted") return failed();
    on = await push(!on);
    show();
  });
}
