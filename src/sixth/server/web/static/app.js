// The service worker: registered when the page has loaded.
if ("serviceWorker" in navigator) {
  const register = () => navigator.serviceWorker.register("/sw.js").catch(() => { /* without it all but that works */ });
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
