// Boards load as they scroll into view, and unload when they are far away: ten thousand cost no more
// than a hundred. What is not there yet is a place as high as the boards will be.

const place = document.getElementById("boards");
const { total, begin, size, chunk, at } = Object.fromEntries(
  ["total", "begin", "size", "chunk", "at"].map((name) => [name, Number(place.dataset[name])]));
const isList = place.dataset.view === "list";
const FAR = 6; // screens
const table = isList ? place.querySelector("table") : null;
const chunks = [];

function made(from, count) {
  const element = document.createElement(isList ? "tbody" : "ol");
  element.className = isList ? "chunk" : "chunk board-grid";
  return { element, from, count, height: 0, isThere: false, request: null };
}

// The chunks before and after that which came with the page.
const first = place.querySelector(".chunk");
const own = { element: first, from: begin, count: Math.min(size, total - begin + 1), height: 0,
  isThere: true, request: null };
for (let from = begin - 1; from >= 1; from -= chunk) {
  const low = Math.max(from - chunk + 1, 1);
  const one = made(low, from - low + 1);
  (chunks[0]?.element ?? first).before(one.element);
  chunks.unshift(one);
}
chunks.push(own);
for (let from = begin + own.count; from <= total; from += chunk) {
  const one = made(from, Math.min(chunk, total - from + 1));
  chunks.at(-1).element.after(one.element);
  chunks.push(one);
}
document.getElementById("pages")?.remove();

const byElement = new Map(chunks.map((one) => [one.element, one]));

// The height of a row and the number of boards in it, measured on the screen.
function measure() {
  const sample = chunks.find((one) => one.isThere && one.element.firstElementChild);
  if (!sample) return;
  const box = sample.element.firstElementChild.getBoundingClientRect();
  const style = getComputedStyle(sample.element);
  const columns = isList ? 1 : style.gridTemplateColumns.split(" ").length;
  const gap = isList ? 0 : parseFloat(style.rowGap) || 0;
  for (const one of chunks) {
    if (one.isThere) continue;
    one.height = Math.ceil(one.count / columns) * (box.height + gap) - gap;
    one.element.style.blockSize = `${one.height}px`;
  }
}

// The list's rows are in table bodies, which take a height of their own only from a row.
function empty(one) {
  const height = one.element.getBoundingClientRect().height;
  one.isThere = false;
  if (isList) {
    const row = document.createElement("tr");
    const cell = document.createElement("td");
    cell.colSpan = 6;
    row.append(cell);
    one.element.replaceChildren(row);
    cell.style.blockSize = `${height || one.height}px`;
  } else {
    one.element.replaceChildren();
    one.element.style.blockSize = `${height || one.height}px`;
  }
}

async function fill(one) {
  if (one.isThere || one.request) return;
  one.request = new AbortController();
  try {
    const answer = await fetch(`${place.dataset.from}&from=${one.from}&count=${one.count}`, {
      headers: { "X-Fragment": "1" }, signal: one.request.signal });
    if (!answer.ok) return;
    const text = await answer.text();
    const top = one.element.getBoundingClientRect().bottom;
    one.element.innerHTML = text;
    one.element.style.blockSize = "";
    one.isThere = true;
    // Content loaded above must not push away what the user looks at.
    const moved = one.element.getBoundingClientRect().bottom - top;
    if (top < 0 && Math.abs(moved) > 1 && !CSS.supports("overflow-anchor", "auto")) scrollBy(0, moved);
  } catch (error) {
    if (error.name !== "AbortError") console.warn(error);
  } finally {
    one.request = null;
  }
}

const near = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    const one = byElement.get(target);
    if (isIntersecting) fill(one);
    else one.request?.abort();
  }
}, { rootMargin: "100% 0px" });

const far = new IntersectionObserver((seen) => {
  for (const { target, isIntersecting } of seen) {
    const one = byElement.get(target);
    if (!isIntersecting && one.isThere && !target.contains(document.activeElement)) empty(one);
  }
}, { rootMargin: `${FAR * 100}% 0px` });

if (isList) for (const one of chunks) if (!one.isThere) empty(one);
measure();
for (const one of chunks) {
  near.observe(one.element);
  far.observe(one.element);
}
let width = place.clientWidth;
new ResizeObserver(() => {
  if (place.clientWidth === width) return;
  width = place.clientWidth;
  measure();
}).observe(place);

if (at) {
  const card = document.getElementById(`board-${at}`);
  card?.scrollIntoView({ block: "start" });
  card?.querySelector("a")?.focus({ preventScroll: true });
}
