// A game in a link: shared, viewed, and saved.
import {newId} from "./book.js";
import {isOfTable, openTable} from "./handing.js";
import {pack, unpack} from "./link.js";
import {at, attempt, note, say, tell} from "./page.js";
import {game, onShow, put, show, shownGame, showShared} from "./state.js";

onShow((now) => {
  at("shared").hidden = !shownGame();
  at("share").disabled = now.players.length < 1;
  at("link").hidden = true;
});

// Only phones share as a rule; elsewhere the button copies, and says so.
if (navigator.share) at("share").textContent = say("share");

at("share").addEventListener("click", async () => {
  let packed = "";
  try { packed = await pack(game()); } catch (error) { return void attempt(() => { throw error; }); }
  const address = at("address");
  address.value = `${location.origin}${location.pathname}#${packed}`;
  at("link").hidden = false;
  address.select();
  try {
    if (navigator.share) return await navigator.share({url: address.value});
  } catch (error) {
    // A reader who cancels has shared nothing.
    if (error.name === "AbortError") return;
  }
  try {
    await navigator.clipboard.writeText(address.value);
    tell(say("copied"));
  } catch { tell(say("copy")); }
});

/** Show the game in the address, if there is one. */
export async function look() {
  const packed = location.hash.slice(1);
  if (isOfTable(packed)) {
    leave();
    attempt(() => openTable(packed));
    return show();
  }
  // A link to a part of this page is no game.
  if (packed && !at(packed)) {
    try {
      showShared(await unpack(packed));
      note("");
    } catch (error) {
      leave();
      attempt(() => { throw error; });
    }
  }
  show();
}
addEventListener("hashchange", look);

function leave() {
  showShared(null);
  history.replaceState(null, "", location.pathname);
}

at("keep").addEventListener("click", () => attempt(() => {
  const copy = shownGame();
  showShared(null);
  try { put(copy, say("kept"), {id: newId()}); } catch (error) { showShared(copy); throw error; }
  leave();
  at("title").focus();
}));

at("mine").addEventListener("click", () => {
  leave();
  show();
  at("title").focus();
});
