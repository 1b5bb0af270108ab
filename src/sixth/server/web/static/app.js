// The service worker: registered when the page has loaded. A browser without cookies is told what it misses.
if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => { /* without it all but that works */ });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
if (!navigator.cookieEnabled) {
  const note = document.getElementById("no-cookies");
  Object.assign(note, { hidden: false, role: "alert" });
  document.body.prepend(note);
}
