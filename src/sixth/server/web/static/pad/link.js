// A game in the fragment of an address, which is never sent, and the game from it.
import {fromPlain, MOST, Refused, toPlain} from "./game.js";

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** All bytes of a stream, which may have at most `most`. */
async function drained(stream, most) {
  const parts = [];
  let size = 0;
  for (const reader = stream.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Refused("unreadable");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The game as the fragment of an address. */
export async function pack(game) {
  const bytes = new TextEncoder().encode(JSON.stringify(toPlain(game)));
  const small = await drained(through(bytes, new CompressionStream("deflate-raw")), MOST.text);
  if (small.length > MOST.link) throw new Refused("linkLong");
  const packed = "z" + btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (packed.length > MOST.link) throw new Refused("linkLong");
  return packed;
}

/** The game in a link, which may come from anybody. */
export async function unpack(packed) {
  try {
    if (packed.length > MOST.link || !/^z[\w-]+$/.test(packed)) throw new Refused("unreadable");
    const small = Uint8Array.from(atob(packed.slice(1).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const bytes = await drained(through(small, new DecompressionStream("deflate-raw")), MOST.text);
    const game = fromPlain(JSON.parse(new TextDecoder("utf-8", {fatal: true}).decode(bytes)));
    if (!game.players.length) throw new Refused("unreadable");
    return game;
  } catch {
    throw new Refused("linkBroken");
  }
}
