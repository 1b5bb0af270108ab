// Once the page is there: what makes the shell of the site work without a connection.
if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => { /* without it all but that works */ });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
