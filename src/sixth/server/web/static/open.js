// The list of open tables can be held, so that nothing moves while one reads it.
const open = document.getElementById("open"), button = document.getElementById("hold");
const held = () => button.getAttribute("aria-pressed") === "true";
button.hidden = false;
button.addEventListener("click", () => {
  button.setAttribute("aria-pressed", !held());
  if (!held()) htmx.trigger(open, "again");
});
document.addEventListener("htmx:before:request", (event) => { if (held()) event.preventDefault(); });
