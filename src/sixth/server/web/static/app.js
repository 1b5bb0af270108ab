// Once the page is there: what makes the shell of the site work without a connection.
if ("serviceWorker" in navigator) {
  const register = async () => {
    try {
      await navigator.serviceWorker.register("/sw.js");
      // Who has Sixth as an app has all of it.
      if (matchMedia("(display-mode: standalone)").matches) (await navigator.serviceWorker.ready).active.postMessage("lesson");
    } catch { /* without it all but that works */ }
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}
