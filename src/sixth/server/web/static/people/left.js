// What scripts have kept of a person who has left goes from this browser. What is the device's stays, unless all was deleted.
const { erased } = /** @type {HTMLElement} */ (document.getElementById("left")).dataset;
const stays = new Set(erased ? [] : ["sixth-table", "sixth-notify", "sixth-pad"]);

for (const name of /** @type {const} */ (["localStorage", "sessionStorage"])) {
  try {
    for (const key of Object.keys(window[name])) if (key.startsWith("sixth-") && !stays.has(key)) window[name].removeItem(key);
  } catch { /* there is no storage, and nothing in it */ }
}
// Pages that it keeps for use without a connection may show a name.
navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ forget: true }));
