// New elements, and updates of the content of an element.

/** An element with attributes, listeners (`onclick`) and content; text is never read as HTML. */
export function h(tag, attributes = {}, ...content) {
  const made = tag === "svg" || svgTags.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...content);
  return made;
}
const svgTags = new Set(["g", "line", "polyline", "circle", "rect", "text"]);

/** Give `box` the content `fresh` by changing its elements rather than replacing them: a reader who points at a button,
 * or writes in a field, can go on. Listeners of earlier elements stay. */
export function fill(box, ...fresh) {
  fresh.forEach((next, place) => {
    const old = box.childNodes[place];
    if (!old) box.append(next);
    else if (old.nodeName !== next.nodeName) old.replaceWith(next);
    else if (old.nodeType === Node.TEXT_NODE) old.data = next.data;
    else {
      for (const {name} of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
      for (const {name, value} of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      fill(old, ...next.childNodes);
    }
  });
  while (box.childNodes.length > fresh.length) box.lastChild.remove();
}
