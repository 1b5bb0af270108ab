// Notifications of invitations by friends, also in a closed browser.
import { switched } from "../push.js";

switched(/** @type {HTMLElement} */ (document.getElementById("invited")));
