// The page of a person who waits for a rated quick game. It asks every second, which also keeps the place.
async function ask() {
  try {
    const answer = await fetch("/quick", { redirect: "manual" });
    // It leads to the table, or nobody waits here any more.
    if (answer.type === "opaqueredirect") return location.reload();
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of ["left", "players"]) {
        const [old, next] = [document, page].map((each) => each.getElementById(id));
        if (!old.isEqualNode(next)) old.replaceChildren(...next.childNodes);
      }
    }
  } catch { /* The next time it is asked again. */ }
  setTimeout(ask, 1000);
}
setTimeout(ask, 1000);
