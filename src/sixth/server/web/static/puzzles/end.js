// The end of a day's five: when the next ones come, by the reader's own clock, and the text to share.
import { countDown } from "../countdown.js";
import "../link.js";
import { localeOf } from "../table/i18n.js";

const wait = /** @type {HTMLElement} */ (document.getElementById("wait")), left = Number(wait.dataset.left);
const next = new Date(Date.now() + left * 1000);
const time = /** @type {HTMLTimeElement} */ (wait.querySelector("time"));
time.textContent = `(${new Intl.DateTimeFormat(localeOf(document.documentElement.lang), { timeStyle: "short" }).format(next)})`;
time.dateTime = next.toISOString();
countDown(/** @type {Element} */ (wait.querySelector("b")), left, () => location.reload());
