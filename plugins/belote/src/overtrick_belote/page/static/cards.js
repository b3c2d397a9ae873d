// The 32 cards, drawn: one sheet of symbols, and what puts a card together from them.

const SVG = "http://www.w3.org/2000/svg";

const PIPS = {
  S: "M0-10C3-5.6 10-1.6 10 3.6C10 6.5 7.8 8 5.7 8C3.6 8 1.9 6.9 1 5.4C1.2 7.6 2 9.2 3.6 10H-3.6C-2 9.2-1.2 7.6-1 5.4C-1.9 6.9-3.6 8-5.7 8C-7.8 8-10 6.5-10 3.6C-10-1.6-3-5.6 0-10Z",
  H: "M0 10C-3 5.4-10 .8-10-4.6C-10-8-7.6-9.8-5.2-9.8C-2.8-9.8-.9-8.4 0-6.2C.9-8.4 2.8-9.8 5.2-9.8C7.6-9.8 10-8 10-4.6C10 .8 3 5.4 0 10Z",
  D: "M0-10.4C2.3-6.6 5.2-3.2 8.4 0C5.2 3.2 2.3 6.6 0 10.4C-2.3 6.6-5.2 3.2-8.4 0C-5.2-3.2-2.3-6.6 0-10.4Z",
  C: "M0-10A4.6 4.6 0 0 1 3.5-2.4A4.6 4.6 0 1 1 1.1 5C1.3 7.5 2 9.2 3.6 10H-3.6C-2 9.2-1.3 7.5-1.1 5A4.6 4.6 0 1 1-3.5-2.4A4.6 4.6 0 0 1 0-10Z",
};

// Where the pips of a number stand; those below the middle are turned.
const LEFT = 35, MID = 50, RIGHT = 65;
const ROWS = { a: 30, b: 60, c: 75, d: 90, e: 120 };
const PLACES = {
  7: [[LEFT, ROWS.a], [RIGHT, ROWS.a], [MID, 52.5], [LEFT, ROWS.c], [RIGHT, ROWS.c], [LEFT, ROWS.e], [RIGHT, ROWS.e]],
  8: [[LEFT, ROWS.a], [RIGHT, ROWS.a], [MID, 52.5], [LEFT, ROWS.c], [RIGHT, ROWS.c], [MID, 97.5], [LEFT, ROWS.e], [RIGHT, ROWS.e]],
  9: [[LEFT, ROWS.a], [RIGHT, ROWS.a], [LEFT, ROWS.b], [RIGHT, ROWS.b], [MID, ROWS.c], [LEFT, ROWS.d], [RIGHT, ROWS.d], [LEFT, ROWS.e], [RIGHT, ROWS.e]],
  T: [[LEFT, ROWS.a], [RIGHT, ROWS.a], [MID, 45], [LEFT, ROWS.b], [RIGHT, ROWS.b], [LEFT, ROWS.d], [RIGHT, ROWS.d], [MID, 105], [LEFT, ROWS.e], [RIGHT, ROWS.e]],
};

// The upper half of each figure, between 28 and 72 across and 14 and 75 down. `c-` classes are
// colours of the style sheet; what is filled with currentColor is in the suit's colour.
const EYES = `<circle cx="46.6" cy="43.4" r="1"/><circle cx="53.4" cy="43.4" r="1"/>
  <path class="c-line" d="M44.6 40.6q2-1.3 3.9-.2M51.5 40.4q1.9-1.1 3.9.2M50 43.5l-.9 4h1.6"/>`;
const COURTS = {
  K: `
    <path fill="currentColor" d="M28 75V66Q36 58 50 58T72 66V75Z"/>
    <path class="c-gold" d="M46 60h8l3 15H43Z"/>
    <path class="c-line" d="M48 64h4M47.4 68h5.2M46.8 72h6.4"/>
    <path class="c-fur" d="M34 62Q42 56 50 62Q58 56 66 62L63 68Q56 64 50 68Q44 64 37 68Z"/>
    <path class="c-ink" d="M40 62.6l.6 2.2M45 61.6l.5 2.4M55 61.6l-.5 2.4M60 62.6l-.6 2.2"/>
    <path class="c-hair" d="M38.6 38Q36 55 41 60H59Q64 55 61.4 38Z"/>
    <ellipse class="c-skin" cx="50" cy="44" rx="8.6" ry="10"/>
    ${EYES}
    <path class="c-hair" d="M41.6 46Q41 58 50 62Q59 58 58.4 46Q56.5 50.4 50 49.4Q43.5 50.4 41.6 46Z"/>
    <path class="c-lip" d="M47.6 52q2.4 1.5 4.8 0"/>
    <path class="c-gold" d="M38 36L36.4 21L43.4 27.6L50 17L56.6 27.6L63.6 21L62 36Q50 32.4 38 36Z"/>
    <path class="c-line" d="M38.4 33Q50 29.6 61.6 33"/>
    <circle fill="currentColor" cx="36.4" cy="21" r="1.7"/><circle fill="currentColor" cx="50" cy="17.4" r="2"/>
    <circle fill="currentColor" cx="63.6" cy="21" r="1.7"/>
    <path class="c-staff" d="M68.2 75V36"/>
    <circle class="c-gold" cx="68.2" cy="33.4" r="3"/>
    <circle class="c-skin" cx="68" cy="66" r="2.8"/>`,
  Q: `
    <path class="c-hair" d="M39.4 36Q33 52 35.4 66L43 63V42H57V63L64.6 66Q67 52 60.6 36Z"/>
    <path fill="currentColor" d="M28 75V68Q35 60 44 59L50 67L56 59Q65 60 72 68V75Z"/>
    <path class="c-skin" d="M44.4 59.2Q46.6 58 46.6 53H53.4Q53.4 58 55.6 59.2L50 67Z"/>
    <path class="c-gold" d="M43 59.4L50 69L57 59.4L59.6 60L50 74L40.4 60Z"/>
    <path class="c-pearls" d="M45.6 58.6Q50 64 54.4 58.6"/>
    <ellipse class="c-skin" cx="50" cy="44" rx="8.2" ry="9.8"/>
    ${EYES}
    <circle class="c-cheek" cx="44.6" cy="47.4" r="1.5"/><circle class="c-cheek" cx="55.4" cy="47.4" r="1.5"/>
    <path class="c-lip" d="M47.4 50.4q2.6 2.2 5.2 0q-2.6-.8-5.2 0Z"/>
    <path class="c-hair" d="M41.4 44Q41 35 50 34.4Q59 35 58.6 44Q55 38.6 50 38.4Q45 38.6 41.4 44Z"/>
    <path class="c-gold" d="M39.8 36.6Q39 26 43.6 30.6Q45.6 20.6 50 28Q54.4 20.6 56.4 30.6Q61 26 60.2 36.6Q50 32.6 39.8 36.6Z"/>
    <circle fill="currentColor" cx="50" cy="31.4" r="1.7"/><circle class="c-fur" cx="45.2" cy="33" r="1"/><circle class="c-fur" cx="54.8" cy="33" r="1"/>
    <path class="c-stem" d="M33 75Q30 66 33.4 57"/>
    <g class="c-flower"><circle cx="31" cy="54.6" r="2.3"/><circle cx="36" cy="54.6" r="2.3"/><circle cx="33.5" cy="51.8" r="2.3"/><circle cx="33.5" cy="57" r="2.3"/></g>
    <circle class="c-gold" cx="33.5" cy="54.6" r="1.6"/>
    <circle class="c-skin" cx="32.4" cy="67" r="2.6"/>`,
  J: `
    <path class="c-hair" d="M39.6 36Q37.4 52 40.4 57.6L46 56H54L59.6 57.6Q62.6 52 60.4 36Z"/>
    <path fill="currentColor" d="M28 75V67Q36 59.6 44 59H56Q64 59.6 72 67V75Z"/>
    <path class="c-gold" d="M36 63.6L41 75H34.6L31.6 66.4ZM64 63.6L59 75H65.4L68.4 66.4Z"/>
    <path class="c-fur" d="M42.6 57.6L50 66L57.4 57.6L60 61L50 71.6L40 61Z"/>
    <path class="c-skin" d="M46.4 53h7.2V58L50 62L46.4 58Z"/>
    <ellipse class="c-skin" cx="50" cy="44.4" rx="8" ry="9.6"/>
    ${EYES}
    <path class="c-lip" d="M47.8 50.6q2.2 1.4 4.4 0"/>
    <path class="c-hair" d="M41.6 45V37H58.4V45Q56.6 41.4 50 41.2Q43.4 41.4 41.6 45Z"/>
    <path fill="currentColor" d="M36.8 36.4Q35.6 23.6 49 22.4Q63 22 63.6 35.4Q50 30.8 36.8 36.4Z"/>
    <path class="c-gold" d="M36.8 36.4Q50 30.8 63.6 35.4L63.2 38.4Q50 34 37.4 39.4Z"/>
    <path class="c-fur" d="M60 28Q64 15.6 72 18.4Q71.6 25 62.6 31Z"/>
    <path class="c-line" d="M61.4 29.6Q65.6 22.4 70.4 19.6"/>
    <path class="c-staff" d="M32 75V34"/>
    <path class="c-steel" d="M32 20.6L34.6 33H29.4ZM33.2 34Q39.4 33.4 39 42Q35.6 43.4 33 41Z"/>
    <circle class="c-skin" cx="32" cy="66.4" r="2.7"/>`,
};

/** Put the sheet of symbols into the page, once. */
export function prepare() {
  if (document.getElementById("belote-sheet")) return;
  const pips = Object.entries(PIPS)
    .map(([suit, path]) => `<symbol id="pip-${suit}" viewBox="-11 -11 22 22"><path d="${path}"/></symbol>`);
  const courts = Object.entries(COURTS)
    .map(([rank, drawn]) => `<symbol id="court-${rank}" viewBox="0 0 100 150"><g>${drawn}</g><g transform="rotate(180 50 75)">${drawn}</g></symbol>`);
  const back = `<symbol id="card-back" viewBox="0 0 100 150">
    <rect class="c-back" x="1" y="1" width="98" height="148" rx="8"/>
    <rect class="c-back-frame" x="8" y="8" width="84" height="134" rx="5"/>
    <path class="c-back-lines" d="${lattice()}"/>
    <circle class="c-back" cx="50" cy="75" r="19"/><circle class="c-back-frame" cx="50" cy="75" r="19"/>
    <path class="c-back-mark" d="M50 60L62 75L50 90L38 75Z"/></symbol>`;
  const text = `<svg xmlns="${SVG}">${pips.join("")}${courts.join("")}${back}</svg>`;
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sheet.id = "belote-sheet";
  sheet.setAttribute("class", "sheet-of-symbols");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(document.adoptNode(sheet));
}

function lattice() {
  let lines = "";
  for (let step = 0; step < 14; step += 1) {
    const at = 8 + step * 14;
    lines += `M${Math.max(8, at - 134)} ${Math.min(142, at)}L${Math.min(92, at)} ${Math.max(8, at - 84)}`;
    lines += `M${Math.max(8, 92 - (at - 8) + 0 > 8 ? 100 - at : 8)} ${8 + Math.max(0, at - 92)}L${Math.min(92, 226 - at)} ${Math.min(142, at)}`;
  }
  return lines;
}

function node(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const use = (name, attributes) => node("use", { href: `#${name}`, ...attributes });

function pip(suit, x, y, size, turned) {
  const drawn = use(`pip-${suit}`, { x: x - size / 2, y: y - size / 2, width: size, height: size });
  if (turned) drawn.setAttribute("transform", `rotate(180 ${x} ${y})`);
  return drawn;
}

function index(suit, letter) {
  const text = node("text", { x: 15, y: 27, "text-anchor": "middle", class: letter.length > 1 ? "index two" : "index" }, letter);
  return node("g", {}, text, pip(suit, 15, 42, 19, false));
}

/** Draw a card face up, such as `SJ`; `letter` is its rank in the reader's language. */
export function face(card, letter) {
  const [suit, rank] = card;
  const drawn = node("svg", { viewBox: "0 0 100 150", class: `face suit-${suit}`, "aria-hidden": "true", focusable: "false" });
  drawn.append(node("rect", { class: "c-paper", x: 0.75, y: 0.75, width: 98.5, height: 148.5, rx: 8 }));
  if (rank in PLACES) {
    for (const [x, y] of PLACES[rank]) drawn.append(pip(suit, x, y, 17, y > 75));
  } else if (rank === "A") {
    drawn.append(node("circle", { class: "c-ring", cx: 50, cy: 75, r: 31 }), node("circle", { class: "c-ring thin", cx: 50, cy: 75, r: 34.5 }));
    drawn.append(pip(suit, 50, 75, 42, false));
  } else {
    drawn.append(node("rect", { class: "c-frame", x: 27, y: 13, width: 46, height: 124, rx: 3 }));
    drawn.append(use(`court-${rank}`, { width: 100, height: 150, class: `figure hair-${suit}` }));
    drawn.append(node("path", { class: "c-middle", d: "M27 75H73" }));
    drawn.append(pip(suit, rank === "K" ? 34 : 66, rank === "J" ? 50 : 46, 10, false));
    drawn.append(pip(suit, rank === "K" ? 66 : 34, rank === "J" ? 100 : 104, 10, true));
  }
  drawn.append(index(suit, letter), node("g", { transform: "rotate(180 50 75)" }, index(suit, letter)));
  return drawn;
}

/** Draw a card face down. */
export function back() {
  const drawn = node("svg", { viewBox: "0 0 100 150", class: "face back", "aria-hidden": "true", focusable: "false" });
  drawn.append(use("card-back", { width: 100, height: 150 }));
  return drawn;
}

/** Draw the sign of a suit. */
export function sign(suit) {
  const drawn = node("svg", { viewBox: "-11 -11 22 22", class: `sign suit-${suit}`, "aria-hidden": "true", focusable: "false" });
  drawn.append(node("path", { d: PIPS[suit] }));
  return drawn;
}
