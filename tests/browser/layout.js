// The faults of a page's layout as it stands: each as a sentence that names an element.
//
// A page must not scroll sideways; nothing is cut, broken in mid-word, over another thing or past the edge; and what
// is pressed can be hit. What people have written (`bdi`, chat), and a line that opens, may be shortened. `touch` is the least
// height and width of buttons and fields, in CSS pixels; of other targets it is 24, or as much room around them. With
// `large` the page must not scroll with letters twice as large either.
({touch = 24, large = false} = {}) => {
  const faults = [], root = document.documentElement, edge = root.clientWidth;
  const TARGETS = "a[href], button, input:not([type=hidden]), select, summary, textarea, [role=button]";
  // Cards may lie on cards, and drawings have their own order.
  const DRAWN = ".card, .idea, .air, .scene, svg, [aria-hidden=true], noscript, template, option, title";
  const SHORT = ".status, .in-short, bdi, code, .talk, #talk, .said, .played small, label.name, textarea, input";

  const name = (one) => {
    const text = (one.getAttribute("aria-label") ?? (one.textContent || one.value) ?? "").trim().replace(/\s+/g, " ");
    const classes = typeof one.className === "string" && one.className ? `.${one.className.trim().split(/\s+/)[0]}` : "";
    const around = one.id || classes ? "" : ` in ${one.parentElement?.className || one.parentElement?.localName}`;
    return `<${one.localName}${one.id ? `#${one.id}` : classes}${around}> “${text.slice(0, 48)}”`;
  };
  const add = (what, one) => { faults.push(`${what}: ${name(one)}`); };
  const style = new Map();
  const styled = (one) => style.get(one) ?? style.set(one, getComputedStyle(one)).get(one);
  /** Whether an element is there for eyes, and not for ears alone. */
  const seen = (one) => {
    if (!one.checkVisibility({opacityProperty: true, visibilityProperty: true})) return false;
    for (let up = one; up; up = up.parentElement) if (styled(up).clipPath === "inset(50%)") return false;
    return true;
  };

  // ---------------------------------------------------------------- what there is: lines of text, and targets
  // Nobody scrolls a big screen.
  const wall = document.querySelector(".wall");
  const dialog = document.querySelector("dialog:modal");
  const within = dialog ?? document.body;

  /** Return what all ancestors show of a box, null if nothing; `cut` says that one hides a part, `scrolls` that one would. */
  const shown = (box, one) => {
    let {left, top, right, bottom} = box, cut = false, scrolls = false;
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const {overflowX, overflowY, position, display} = styled(up);
      if (display !== "inline" && (overflowX !== "visible" || overflowY !== "visible")) {
        const inner = up.getBoundingClientRect();
        const hides = (how) => (wall ? /hidden|clip|auto|scroll/ : /hidden|clip/).test(how);
        if (hides(overflowX)) cut ||= left < inner.left - 2 || right > inner.right + 2;
        if (hides(overflowY)) cut ||= top < inner.top - 2 || bottom > inner.bottom + 2;
        if (overflowX !== "visible") [left, right] = [Math.max(left, inner.left), Math.min(right, inner.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, inner.top), Math.min(bottom, inner.bottom)];
        scrolls ||= /auto|scroll/.test(overflowX);
      }
      if (position === "fixed") break;
    }
    // A page that does not scroll ends with the window.
    cut ||= styled(document.body).overflowY === "hidden" && !dialog && bottom > innerHeight + 2;
    return {left, top, right, bottom, cut, scrolls, none: right - left <= 1 || bottom - top <= 1};
  };
  /** The nearest ancestor that lies above the page: what is under it is covered with intent. */
  const layer = (one) => {
    for (let up = one; up && up !== document.body; up = up.parentElement)
      if (/fixed|sticky/.test(styled(up).position) || (styled(up).position !== "static" && styled(up).zIndex > 0)
        || up.matches("dialog[open], [popover]")) return up;
    return null;
  };

  const boxes = [];
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const broken = new Set(), cut = new Set();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim()) continue;
    const one = node.parentElement;
    if (!one || one.closest(DRAWN) || !seen(one)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter((box) => box.width > 0.5);
    const size = parseFloat(styled(one).fontSize);
    if (size < 2) continue;
    for (const line of lines) {
      // The middle of a line: what is above and below its letters is empty.
      const inset = Math.max(0, line.height - size * 0.7) / 2;
      const box = shown({left: line.left + 1, right: line.right - 1, top: line.top + inset, bottom: line.bottom - inset}, one);
      if (box.cut && !one.closest(SHORT)) cut.add(one);
      const frame = one.closest("button, .button")?.getBoundingClientRect();
      if (frame && (line.left < frame.left - 1 || line.right > frame.right + 1 || box.top < frame.top || box.bottom > frame.bottom)) cut.add(one);
      if (!box.none) boxes.push({...box, one});
    }
    // ------------------------------------------------------------ words broken in the middle
    if (lines.length < 2 || one.closest(SHORT)) continue;
    for (const {0: word, index} of node.data.matchAll(/[\p{L}\p{N}’'.,]+/gu)) {
      if (word.length < 2) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter((box) => box.width > 0.5);
      if (parts.length > 1 && Math.abs(parts.at(-1).top - parts[0].top) > size / 2) broken.add(one);
    }
  }
  for (const one of broken) add("a word is broken", one);

  const targets = [];
  for (const one of within.querySelectorAll(TARGETS)) {
    if (one.closest("[inert], svg")) continue;
    // A field that is drawn by its label, or that its label makes larger, is hit there.
    const label = one.matches("[type=radio], [type=checkbox]") ? one.closest("label") : null;
    const target = label ?? one;
    if (!seen(target) || targets.some((each) => each.one === target)) continue;
    const {left, top, right, bottom, width, height} = target.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const inline = styled(target).display === "inline";
    targets.push({one: target, left, top, right, bottom, width, height, inline});
    if (inline || target.querySelector(".card") || target.closest(DRAWN)) continue;
    const box = shown({left: left + 1, right: right - 1, top: top + 1, bottom: bottom - 1}, target);
    if (!box.none) boxes.push({...box, one: target});
  }

  // ---------------------------------------------------------------- past the edge
  const over = root.scrollWidth - edge;
  if (over > 0) faults.push(`the page scrolls sideways by ${over} pixels`);
  const past = new Set();
  for (const {one, left, right, scrolls} of boxes)
    if (!scrolls && (left < -2 || right > edge + 2)) past.add(one);
  for (const one of past) add("past the edge", one);

  // ---------------------------------------------------------------- cut
  for (const one of cut) add("cut", one);

  // ---------------------------------------------------------------- one over the other
  boxes.sort((a, b) => a.top - b.top);
  const told = new Set();
  for (const [at, a] of boxes.entries()) {
    for (let next = at + 1; next < boxes.length && boxes[next].top < a.bottom - 1; next += 1) {
      const b = boxes[next];
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) < 2) continue;
      if (Math.min(a.bottom, b.bottom) - b.top < 2) continue;
      if (a.one === b.one || a.one.contains(b.one) || b.one.contains(a.one)) continue;
      // The label of a drawn field lies on it.
      if (a.one.closest("label") && a.one.closest("label") === b.one.closest("label")) continue;
      const [first, second] = [layer(a.one), layer(b.one)];
      if (first !== second) continue;
      const key = `${name(a.one)} and ${name(b.one)}`;
      if (!told.has(key)) { told.add(key); faults.push(`one over the other: ${key}`); }
    }
  }

  // ---------------------------------------------------------------- too small to be hit
  for (const each of targets) {
    const {one, width, height, inline} = each;
    const whole = one.matches("button, select, textarea, input, label:has(> [type=checkbox])");
    const least = whole ? touch : 24;
    if (!inline && (height < least - 0.5 || (whole && width < least - 0.5)) && (whole || one.matches("summary, label"))) {
      add(`${Math.round(width)} × ${Math.round(height)} pixels are too small to be hit`, one);
      continue;
    }
    if (width >= 23.5 && height >= 23.5) continue;
    // A small target needs room: a circle of 24 pixels around its middle touches no other target.
    const x = (each.left + each.right) / 2, y = (each.top + each.bottom) / 2;
    const near = targets.find((other) => other.one !== one && !other.one.contains(one) && !one.contains(other.one)
      && other.left < x + 12 && other.right > x - 12 && other.top < y + 12 && other.bottom > y - 12);
    // Links within a sentence are as high as its lines.
    const sentence = inline && one.closest("p, li, dd, td, th, :not(b, i, small, span, bdi, a)").textContent.trim() !== one.textContent.trim();
    if (near && !sentence) add(`${Math.round(width)} × ${Math.round(height)} pixels beside another target`, one);
  }

  // ---------------------------------------------------------------- what a thumb and an eye look for at once
  for (const one of document.querySelectorAll("#onward button"))
    if (seen(one) && one.getBoundingClientRect().bottom > innerHeight + 1) add("below the window", one);
  for (const one of document.querySelectorAll(".ended td:last-child"))
    if (seen(one) && one.getBoundingClientRect().right > edge + 1) add("a total is cut off", one);

  // ---------------------------------------------------------------- letters twice as large
  if (large) {
    root.style.fontSize = "200%";
    const more = root.scrollWidth - root.clientWidth;
    root.style.fontSize = "";
    if (more > 0) faults.push(`with large letters the page scrolls sideways by ${more} pixels`);
  }
  return [...new Set(faults)];
}
