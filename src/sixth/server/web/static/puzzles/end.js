// The end of a day's five: when the next ones come, by the reader's own clock, and the text to share.
import { countDown } from "../countdown.js";
import "../link.js";

const wait = /** @type {HTMLElement} */ (document.getElementById("wait")), left = Number(wait.dataset.left);
const language = document.documentElement.lang;
const where = navigator.languages.find((each) => each.startsWith(language)) ?? language;
const next = new Date(Date.now() + left * 1000);
const time = /** @type {HTMLTimeElement} */ (wait.querySelector("time"));
time.textContent = `(${new Intl.DateTimeFormat(where, { timeStyle: "short" }).format(next)})`;
time.dateTime = next.toISOString();
countDown(/** @type {Element} */ (wait.querySelector("b")), left, () => location.reload());
