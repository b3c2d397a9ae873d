// The table: shows what the server sends, and sends it what a person does. It decides nothing.

const words = JSON.parse(document.getElementById("belote-words").textContent);
const [{ prepare, face, back, sign }, { make, Sheets }] = await Promise.all(
  ["cards.js", "sheets.js"].map((name) => import(words.modules[name])),
);

const root = document.getElementById("belote");
const at = (id) => document.getElementById(id);
const { labels } = words;
const commands = Object.fromEntries(words.commands);
const say = (name, facts = {}) => labels[name].replace(/\{(\w+)\}/g, (whole, key) => facts[key] ?? whole);
const here = `/belote/table/${root.dataset.game}`;
const RING = ["S", "E", "N", "W"];
const PLACES = ["B", "R", "N", "L"];
const MOST_HEARD = 12;
const MOST_SHOWN = 4; // more that was done at once is told, and not shown card by card

const sheets = new Sheets(at("sheet"), words);
const others = "BroadcastChannel" in window ? new BroadcastChannel("overtrick-belote") : null;

let state = null;
let lying = []; // the cards on the table: {seat, card, place}
let held = null; // a trick that is complete and not put away: {winner, cards, points}
let freed = null; // ends the wait for it
let looked = null; // the trick that is looked at, by its number, when one looks back
let asking = false; // whether a call or card is chosen to ask why
let busy = false;
let revealed = false;
let advised = null; // what the hint advises
let amount = 0;
let allAmounts = false;
let peeked = new Map();
let cursor = null; // the card of the hand that the keys go to
let chain = Promise.resolve();
let asked = Promise.resolve();
let wish = 0; // grows with each thing that a person wants done, which ends what goes on by itself
let told = new Set(); // lessons that were read

prepare();

// What is asked of the server ------------------------------------------------------------------

class Refusal extends Error {}

/** There is no answer: the server has ended, say, and may be started again. */
class Lost extends Error {}

async function fetched(address, options = {}) {
  const answer = await fetch(address, { headers: { Accept: "application/json", ...options.headers }, ...options })
    .catch((error) => { throw new Lost(error.message); });
  const found = await answer.json();
  if (!answer.ok) {
    const refusal = new Refusal(found.note ?? "");
    refusal.answer = found;
    refusal.status = answer.status;
    throw refusal;
  }
  return found;
}

function order(name, more = {}) {
  const body = JSON.stringify({ order: name, version: state.version, reveal: revealed, ...more });
  return fetched(`${here}/do`, { method: "POST", body, headers: { "Content-Type": "application/json" } });
}

const look = () => fetched(`${here}/state?since=${state?.version ?? ""}${revealed ? "&reveal=1" : ""}`);
const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Do things one after another. */
function later(work) {
  chain = chain.then(work).catch(failed);
  return chain;
}

/** Ask the server, and take in what it answers, before anything else is asked. */
function alone(work) {
  const mine = asked.then(work);
  asked = mine.catch(() => {});
  return mine;
}

function failed(error) {
  if (!(error instanceof Refusal || error instanceof Lost)) console.error(error);
  note(error instanceof Refusal ? error.message : labels.lost);
  setBusy(false);
}

// What happens ----------------------------------------------------------------------------------

/** What was asked is refused; where the table is another than this window has it, it is shown. */
function refused(error) {
  if (!(error instanceof Refusal) || !error.answer?.jump) return failed(error);
  note(error.message);
  arrive(error.answer.state);
  return later(goOn);
}

/** Take in what the server answered: show what was done, then how the table stands. */
async function take(answer) {
  if (answer.jump || state === null || answer.steps.length > MOST_SHOWN) {
    for (const step of answer.steps) for (const text of step.told) log(text);
    arrive(answer.state);
  } else {
    for (const step of answer.steps) await showStep(step);
    const before = state;
    state = answer.state;
    if (answer.steps.length) {
      advised = null;
      asking = false;
      amount = 0;
      allAmounts = false;
      if (state.is_over) peeked.clear();
    }
    if (!held) lying = state.trick;
    if (before.phase !== state.phase) cursor = null;
  }
  if (answer.hand) peeked.set(answer.hand.seat, answer.hand.cards);
  revealed = revealed && !state.hidden;
  if (answer.steps.length || answer.jump) others?.postMessage({ game: state.game, version: state.version });
  if (answer.note) note(answer.note);
}

/** Begin to look at a table as it stands. */
function arrive(found) {
  state = found;
  lying = state.trick;
  held = looked = advised = cursor = null;
  asking = allAmounts = false;
  amount = 0;
  peeked.clear();
  freed?.();
}

async function showStep(step) {
  const { trick } = step;
  for (const text of step.told) log(text);
  hear(step.spoken);
  note("");
  for (const [seat, cards] of peeked) peeked.set(seat, cards.filter((card) => card !== step.card));
  if (step.card) {
    if (held) await putAway();
    await fly(step);
    lying = [...lying, { seat: step.seat, card: step.card, place: step.place }];
    takeFromHand(step);
    showTrick();
  }
  if (step.said) speak(step.seat, step.said);
  if (trick) {
    lying = trick.cards;
    held = trick;
    showTrick();
  }
}

function takeFromHand(step) {
  const seat = state.seats[step.seat];
  seat.count = Math.max(0, seat.count - 1);
  if (seat.cards && !state.is_over) seat.cards = seat.cards.filter((card) => card !== step.card);
  showSeat(step.seat);
  if (step.seat === state.bottom) showHand();
}

/** Wait until the trick is put away: by a key, or after a while. */
async function putAway() {
  show();
  const { end_of_turn: when } = state.settings;
  const ended = new Promise((resolve) => { freed = resolve; });
  await (when === "key" ? ended : Promise.race([ended, pause(Number(when))]));
  await sweep();
  held = freed = null;
  lying = [];
}

/** Let the game go on until a person must do something. */
async function goOn() {
  const mine = wish;
  for (;;) {
    if (held) {
      await putAway();
      lying = state.trick;
    }
    if (mine !== wish) return;
    show();
    if (!state.goes_on) break;
    setBusy(true);
    showPrompt();
    await alone(goOnce);
    if (mine !== wish) return;
    setBusy(false);
  }
  setBusy(false);
  if (state.lesson) lesson();
  else if (state.is_over) sheet("score-card");
  if (state.playable.length && !state.playable.includes(cursor)) {
    // The keys begin at a card that may be played.
    cursor = state.seats[state.bottom].cards.find((card) => state.playable.includes(card));
    showHand();
  }
  focusHand();
}

async function goOnce() {
  const begun = performance.now();
  let answer;
  try {
    answer = await order("go");
  } catch (error) {
    if (error instanceof Refusal) throw error;
    note(labels.lost);
    await pause(2);
    return;
  }
  const rest = words.speeds[state.settings.speed] - (performance.now() - begun) / 1000;
  if (rest > 0 && !answer.jump) await pause(rest);
  await take(answer);
}

/** Do something at the table, then let the game go on. */
function act(name, more = {}) {
  if (busy && name === "act") return chain;
  wish += 1;
  setBusy(true);
  freed?.();
  return later(async () => {
    try {
      await alone(async () => take(await order(name, more)));
    } catch (error) {
      if (!(error instanceof Refusal) || !error.answer?.state) throw error;
      note(error.message);
      if (error.answer.jump) arrive(error.answer.state);
    }
    setBusy(false);
    show();
    await goOn();
  });
}

/** Ask for something to read. */
async function sheet(name, more = {}) {
  hear(labels.working);
  root.dataset.waits = "";
  try {
    await alone(async () => {
      const answer = await order(name, more);
      state = answer.state;
      if (answer.sheet?.action && name === "hint") {
        advised = answer.sheet.action;
        if (/^\d/.test(advised)) amount = Number.parseInt(advised, 10);
      }
      show();
      sheets.tell(answer.sheet, footer(answer.sheet.orders), (place, trick) => {
        if (trick) looked = trick;
        show();
        sheet("analyse", { place });
      });
    });
  } catch (error) {
    refused(error);
  } finally {
    delete root.dataset.waits;
  }
}

function footer(names) {
  return names.map((name, place) => make("button", {
    type: "button", class: place ? false : "primary",
    onclick: () => { sheets.close(); command(name); },
  }, commands[name] ?? labels[name]));
}

function lesson() {
  const { notes, title } = state.lesson;
  const key = notes.join("\n");
  advised = state.lesson.coming;
  if (advised && /^\d/.test(advised)) amount = Number.parseInt(advised, 10);
  show();
  if (!notes.length || told.has(key)) {
    if (state.is_over && !notes.length) sheet("score-card");
    return;
  }
  told.add(key);
  sheets.tell({ title, blocks: notes.map((text) => ({ text })) },
    [make("button", { type: "button", class: "primary", onclick: () => sheets.close() }, labels["go-on"])]);
}

const SHEETS = new Set(["hint", "medal", "values", "score-card", "score-sheet", "review", "compare", "copy", "rules"]);
const PEEKS = { "peek-n": "N", "peek-e": "E", "peek-s": "S", "peek-w": "W" };

/** Do what a button, a key or a line of the commands says. */
function command(name) {
  const why = state.commands[name];
  if (why) note(why);
  else if (name === "close-table") window.location.assign("/belote/");
  else if (name === "look") lookAt(1);
  else if (name === "last-trick") lookAt(looked === null ? state.tricks.at(-1).number : null);
  else if (name === "analyse") askWhy();
  else if (name in PEEKS) peek(PEEKS[name]);
  else if (SHEETS.has(name)) {
    sheet(name, name === "medal" && looked ? { trick: looked } : {});
  } else act(name);
}

function peek(seat) {
  if (peeked.delete(seat)) show();
  else if (state.commands["peek-n"]) note(state.commands["peek-n"]);
  else alone(async () => { await take(await order("peek", { seat })); show(); }).catch(refused);
}

function askWhy() {
  asking = !asking;
  note(asking ? labels["choose-why"] : "");
  show();
}

/** Look at a trick that is over, `null` for the table as it stands. */
function lookAt(number) {
  looked = number;
  show();
}

// What is seen ----------------------------------------------------------------------------------

const seatAt = (place) => RING[(RING.indexOf(state.bottom) + PLACES.indexOf(place)) % 4];
const placeOf = (seat) => PLACES[(RING.indexOf(seat) - RING.indexOf(state.bottom) + 4) % 4];
const boxOf = (seat) => root.querySelector(`[data-place="${placeOf(seat)}"]`);
const letterOf = (card) => words.ranks[card[1]];
const isStill = () => !state.settings.animate || state.settings.speed === "instant"
  || window.matchMedia("(prefers-reduced-motion: reduce)").matches;

function setBusy(is) {
  busy = is;
  root.setAttribute("aria-busy", String(is));
}

/** A voice hears each thing after the other: what was said before stays until it is old. */
function hear(text) {
  if (!text) return;
  at("heard").append(make("p", {}, text));
  while (at("heard").childElementCount > MOST_HEARD) at("heard").firstElementChild.remove();
}

function note(text) {
  at("note").replaceChildren(...(text ? [make("p", {}, text)] : []));
  clearTimeout(note.timer);
  if (text) note.timer = setTimeout(() => at("note").replaceChildren(), 4000 + 60 * text.length);
}

function log(text) {
  at("log").prepend(make("li", {}, text));
  while (at("log").childElementCount > 60) at("log").lastElementChild.remove();
}

function show() {
  root.querySelector(".felt").dataset.phase = held ? "play" : state.phase;
  for (const place of PLACES) showSeat(seatAt(place));
  showBar();
  showTrick();
  showPanel();
  showHand();
  showTools();
  showAuction();
}

function showBar() {
  const { contract } = state;
  const made = [make("b", {}, state.title)];
  if (contract) {
    made.push(make("span", { class: "contract" }, `${contract.label}${labels.colon} `,
      make("b", {}, ...withSigns(contract.text)), ` ${words.seats[contract.seat]}`));
  }
  const points = [];
  if (state.points) points.push(`${labels.tricks}${labels.colon} ${words.sides.map((side, n) => `${side} ${state.points[n]}`).join(" · ")}`);
  if (state.is_game) points.push(`${labels.score}${labels.colon} ${words.sides.map((side, n) => `${side} ${state.totals[n]}`).join(" · ")}`);
  if (state.without_help) made.push(make("span", {}, labels["no-help"]));
  made.push(make("span", { class: "points" }, points.join(" — ")));
  at("bar").replaceChildren(...made);
}

function showSeat(seat) {
  const box = boxOf(seat);
  const shown = state.seats[seat];
  const isBottom = seat === state.bottom;
  const marks = [];
  if (seat === state.dealer) marks.push(make("span", { class: "mark" }, labels.dealer));
  if (state.contract?.is_final && state.contract.seat === seat) marks.push(make("span", { class: "mark" }, labels.taker));
  const badge = make("div", { class: "plate" }, make("b", {}, shown.name), make("small", {}, shown.who),
    marks.length ? make("span", { class: "marks" }, ...marks) : null);
  box.classList.toggle("turn", seat === state.turn && !held);
  const children = [badge];
  const cards = peeked.get(seat) ?? shown.cards;
  if (!isBottom && cards) children.push(openHand(seat, cards));
  else if (!isBottom) children.push(backs(seat, shown));
  children.push(said(seat, shown));
  box.replaceChildren(...children);
}

function said(seat, shown) {
  const call = asking && state.phase === "auction" ? state.auction.filter((one) => one.seat === seat).at(-1) : null;
  if (call) return make("button", { type: "button", class: "said", onclick: () => why(call.place) }, shown.said);
  return make("span", { class: "said" }, held || looked ? "" : shown.said);
}

/** What a player says aloud, at once. */
function speak(seat, text) {
  const bubble = boxOf(seat).querySelector(".said");
  bubble.textContent = text;
  bubble.classList.add("fresh");
}

function backs(seat, shown) {
  const text = `${commands[`peek-${seat.toLowerCase()}`]}, ${say("cards-left", { n: shown.count })}`;
  return make("button", { type: "button", class: "backs", "aria-label": text, onclick: () => peek(seat) },
    ...Array.from({ length: Math.min(shown.count, 8) }, back));
}

function openHand(seat, cards) {
  const gone = new Set(state.is_over ? goneBefore() : []);
  const suits = ["S", "H", "C", "D"].filter((suit) => cards.some((card) => card[0] === suit));
  return make("ul", { class: "open-hand", "aria-label": state.seats[seat].name }, ...suits.map((suit) =>
    make("li", {}, sign(suit), make("span", { class: "unseen" }, words.suits[suit]),
      ...cards.filter((card) => card[0] === suit).map((card) =>
        make("span", { class: gone.has(card) ? "gone" : false }, `${letterOf(card)} `)))));
}

/** The cards that were played before the trick that is looked at. */
function goneBefore() {
  if (looked === null) return [];
  return state.tricks.filter((trick) => trick.number < looked).flatMap((trick) => trick.cards.map((one) => one.card));
}

function trickShown() {
  if (looked !== null) {
    const found = state.tricks.find((trick) => trick.number === looked);
    if (found) return found;
    looked = null;
  }
  return held ?? { cards: state.is_over ? [] : lying, winner: null };
}

function showTrick() {
  const { cards, winner } = trickShown();
  const drawn = cards.map(({ seat, card, place }) => {
    const isWon = seat === winner && state.settings.medal;
    const name = `${words.seats[seat]}${labels.colon} ${words.cards[card]}`;
    const classes = `lying ${placeOf(seat)}${isWon ? " won" : ""}`;
    return make("button", { type: "button", class: classes, "aria-label": name, title: labels.why, onclick: () => touched(place) }, face(card, letterOf(card)));
  });
  at("trick").replaceChildren(...drawn, make("div", { class: "prompt", id: "prompt" }));
  showPrompt();
}

/** A card on the table is touched: why it was played; or the trick is put away. */
function touched(place) {
  if (held && looked === null && !asking) freed?.();
  else why(place);
}

function why(place) {
  asking = false;
  if (state.commands.analyse) note(state.commands.analyse);
  else if (place !== null) sheet("analyse", { place });
}

function showPrompt() {
  const box = at("prompt");
  if (!box) return;
  let inside = [];
  if (looked !== null) inside = [walker()];
  else if (held) inside = [make("button", { type: "button", class: "primary", id: "next-trick", onclick: () => freed?.() }, labels["next-trick"])];
  else if (state.is_over) {
    inside = [make("p", {}, state.result ?? labels.over), make("div", { class: "walk" },
      state.tricks.length ? make("button", { type: "button", onclick: () => lookAt(1) }, labels.look) : null,
      make("button", { type: "button", class: "primary", onclick: () => sheet("score-card") }, labels["score-card"]))];
  } else if (state.hidden) {
    inside = [make("button", { type: "button", class: "primary", onclick: reveal }, say("show-hand", { seat: words.seats[state.turn] }))];
  } else if (state.asks) inside = [make("p", {}, labels[state.phase === "auction" ? "your-turn-call" : "your-turn-card"])];
  else if (state.turn) inside = [make("p", { class: "thinking" }, say("thinking", { seat: words.seats[state.turn] }).replace(/\s*\.\.\.$/, ""))];
  box.replaceChildren(...inside);
}

function walker() {
  const numbers = state.tricks.map((trick) => trick.number);
  const go = (by) => lookAt(Math.min(numbers.at(-1), Math.max(numbers[0], looked + by)));
  return make("div", { class: "walk" },
    make("button", { type: "button", "aria-label": labels["previous-trick"], onclick: () => go(-1), disabled: looked === numbers[0] }, "◀"),
    make("p", { role: "status" }, say("trick-of", { n: looked })),
    make("button", { type: "button", "aria-label": labels["next-trick"], onclick: () => go(1), disabled: looked === numbers.at(-1) }, "▶"),
    make("button", { type: "button", onclick: () => lookAt(null) }, labels.close));
}

function reveal() {
  revealed = true;
  alone(async () => { await take(await look()); show(); focusHand(); }).catch(failed);
}

function showHand() {
  const seat = state.seats[state.bottom];
  const cards = seat.cards ?? [];
  const list = at("hand");
  const hadFocus = list.contains(document.activeElement);
  if (!cards.includes(cursor)) cursor = cards.find((card) => state.playable.includes(card)) ?? cards[0] ?? null;
  const gone = new Set(goneBefore());
  const asks = state.asks && state.phase === "play" && !held;
  const middle = (cards.length - 1) / 2;
  list.style.setProperty("--n", String(Math.max(1, cards.length - 1)));
  list.replaceChildren(...cards.map((card, place) => {
    const isOff = asks && !state.playable.includes(card);
    const classes = ["card"];
    if (isOff || gone.has(card)) classes.push("off");
    if (asks && !isOff) classes.push("lit");
    if (advised === card) classes.push("advised");
    const button = make("button", {
      type: "button", class: classes.join(" "), "data-card": card, "aria-label": words.cards[card],
      "aria-disabled": isOff ? "true" : false, tabindex: card === cursor ? "0" : "-1",
      onclick: () => chosen(card), onpointerdown: (event) => drag(event, card), onfocus: () => move(card),
    }, face(card, letterOf(card)));
    button.style.setProperty("--i", String(place - middle));
    return make("li", {}, button);
  }));
  if (hadFocus) focusHand(true);
}

function move(card) {
  cursor = card;
  for (const one of at("hand").querySelectorAll(".card")) one.tabIndex = one.dataset.card === card ? 0 : -1;
}

/** Bring the keys to the hand, or to the calls, unless somebody reads elsewhere. */
function focusHand(always = false) {
  if (sheets.isOpen || !state) return;
  const now = document.activeElement;
  const isFree = now === document.body || now === null || root.querySelector(".felt").contains(now);
  if (!always && !isFree) return;
  const first = state.asks && state.phase === "auction" && !always
    ? at("panel").querySelector("[data-suit], [data-pass]")
    : at("hand").querySelector('[tabindex="0"]');
  first?.focus({ preventScroll: true });
}

/** A card of the hand is chosen: it is played, or it is told why it may not be. */
function chosen(card) {
  if (state.is_over) {
    const found = state.tricks.flatMap((trick) => trick.cards.map((one) => ({ ...one, number: trick.number }))).find((one) => one.card === card);
    if (found) { lookAt(found.number); why(found.place); }
    return;
  }
  if (held) { freed?.(); return; }
  if (!state.asks || busy) return;
  if (state.phase === "auction") { note(labels["your-turn-call"]); return; }
  if (state.refused[card]) {
    note(state.refused[card]);
    const button = at("hand").querySelector(`[data-card="${card}"]`);
    button?.classList.add("shake");
    setTimeout(() => button?.classList.remove("shake"), 400);
    return;
  }
  act("act", { action: card });
}

function showPanel() {
  const panel = at("panel");
  const hadFocus = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const children = [];
  if (!held && state.bids) children.push(bidding(state.bids));
  if (!held && state.announces.length) {
    children.push(make("div", { class: "announcing" }, ...state.announces.map(({ action, text }) =>
      make("button", { type: "button", class: `said-announce${advised === action ? " advised" : ""}`, onclick: () => act("act", { action }) }, say("announce", { announce: text })))));
  }
  if (state.early_double) children.push(make("div", { class: "announcing" }, make("button", { type: "button", class: "said-announce", onclick: () => act("double-now") }, labels["double-now"])));
  panel.replaceChildren(...children);
  if (hadFocus) panel.querySelector(`[data-key="${hadFocus}"]`)?.focus();
}

function bidding(bids) {
  const box = make("div", { class: "bids", role: "group", "aria-label": labels.auction });
  if (bids.least !== null) {
    if (amount < bids.least) amount = bids.least;
    const last = allAmounts ? bids.greatest : Math.max(Math.min(bids.greatest, bids.least + 80), amount);
    const amounts = [];
    for (let one = bids.least; one <= last; one += 10) amounts.push(one);
    const buttons = amounts.map((one) => make("button", { type: "button", "data-key": `a${one}`, "aria-pressed": String(one === amount), onclick: () => setAmount(one) }, String(one)));
    buttons.push(make("button", { type: "button", "data-key": "more", onclick: () => { allAmounts = !allAmounts; show(); } }, allAmounts ? labels.less : labels.more));
    box.append(make("div", { class: "amounts", role: "group", "aria-label": labels.amount }, ...buttons));
    box.append(make("div", { class: "suits" }, ...["S", "H", "D", "C"].map((suit) => {
      const action = `${amount}${suit}`;
      return make("button", {
        type: "button", "data-suit": suit, "data-key": suit, class: advised === action ? "advised" : false,
        "aria-label": say("bid-of", { amount, suit: words.suits[suit] }), onclick: () => call(action, `${amount}${words.signs[suit]}`),
      }, String(amount), sign(suit));
    })));
  }
  const others = [];
  if (bids.pass) others.push(["P", labels.pass]);
  if (bids.double) others.push([bids.double, labels[bids.double === "X" ? "double" : "redouble"]]);
  box.append(make("div", { class: "others" }, ...others.map(([action, text]) =>
    make("button", { type: "button", "data-key": action, "data-pass": action === "P", class: advised === action ? "advised" : false, onclick: () => call(action, text) }, text))));
  return box;
}

function setAmount(one) {
  const { least, greatest } = state.bids;
  amount = Math.max(least, Math.min(greatest, one));
  showPanel();
}

async function call(action, text) {
  if (busy) return;
  if (state.settings.confirm && !(await sheets.ask(say("sure", { call: text })))) return;
  act("act", { action });
}

const TOOLS = [["hint", "hint-short", "?"], ["analyse", "why", "A"], ["last-trick", null, "L"], ["undo", "take-back", "U"], ["next-hand", null, "N"]];

function showTools() {
  const box = at("tools");
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const buttons = TOOLS.filter(([name]) => name !== "next-hand" || state.is_over).map(([name, label, key]) => make("button", {
    type: "button", "data-key": name, "aria-disabled": state.commands[name] ? "true" : false,
    "aria-pressed": name === "analyse" ? String(asking) : false, onclick: () => command(name),
  }, label ? labels[label] : commands[name], make("kbd", { "aria-hidden": "true" }, key)));
  buttons.push(make("button", { type: "button", "data-key": "menu", onclick: menu }, labels["more-to-do"], make("kbd", { "aria-hidden": "true" }, "M")));
  buttons.push(make("button", { type: "button", "data-key": "help", onclick: help }, labels.help));
  buttons.push(make("a", { class: "button", href: `/belote/settings?table=${state.game}` }, labels.settings));
  box.replaceChildren(...buttons);
  if (focused) box.querySelector(`[data-key="${focused}"]`)?.focus();
}

function menu() {
  const hidden = new Set(["hint", "analyse", `peek-${state.bottom.toLowerCase()}`]);
  const names = Object.keys(commands).filter((name) => !hidden.has(name));
  const lines = names.map((name) => {
    const isOff = Boolean(state.commands[name]);
    let text = commands[name];
    if (name === "without-help") text += `${labels.colon} ${state.without_help ? labels.on : labels.off}`;
    return make("button", {
      type: "button", "aria-disabled": isOff ? "true" : false, title: state.commands[name] ?? false,
      onclick: () => { sheets.close(); command(name); },
    }, text);
  });
  const letters = make("button", { type: "button", "aria-pressed": String(lettersAreKeys()), onclick: () => {
    window.localStorage.setItem("overtrick-belote-letters", lettersAreKeys() ? "no" : "yes");
    letters.setAttribute("aria-pressed", String(lettersAreKeys()));
    letters.textContent = lettersText();
  } }, lettersText());
  sheets.open(labels["more-to-do"], [make("div", { class: "orders" }, ...lines, letters)]);
}

const lettersAreKeys = () => window.localStorage.getItem("overtrick-belote-letters") !== "no";
const lettersText = () => `${labels["letter-keys"]}${labels.colon} ${lettersAreKeys() ? labels.on : labels.off}`;

function help() {
  const pages = words.pages.map(([name, title]) =>
    make("button", { type: "button", onclick: () => sheet("rules", { page: name }) }, title));
  sheets.open(labels.help, [
    make("h3", {}, labels.keys), make("ul", {}, ...labels["page-keys"].split("\n").map((line) => make("li", {}, line))),
    make("h3", {}, labels["read-more"]), make("div", { class: "orders" }, ...pages),
  ]);
}

/** A call with its suit in the suit's colour. */
function withSigns(text) {
  const suit = Object.entries({ S: "♠", H: "♥", D: "♦", C: "♣" }).find(([, glyph]) => text.includes(glyph));
  return suit ? [text.replace(suit[1], ""), sign(suit[0])] : [text];
}

function showAuction() {
  const first = RING[(RING.indexOf(state.dealer) + 1) % 4];
  const ring = RING.map((_, n) => RING[(RING.indexOf(first) + n) % 4]);
  const cells = [];
  for (const one of state.auction) {
    while (ring[cells.length % 4] !== one.seat) cells.push(null);
    cells.push(one);
  }
  const rows = [];
  for (let n = 0; n < cells.length; n += 4) {
    rows.push(make("tr", {}, ...ring.map((_, k) => {
      const one = cells[n + k];
      return make("td", {}, one ? make("button", { type: "button", "aria-label": `${words.seats[one.seat]}${labels.colon} ${one.spoken}`, title: labels.why, onclick: () => why(one.place) }, ...withSigns(one.text)) : "");
    })));
  }
  const shown = state.shown.map((one) => make("p", {}, one.text));
  at("auction").replaceChildren(
    make("table", {}, make("thead", {}, make("tr", {}, ...ring.map((seat) => make("th", { scope: "col" }, words.seats[seat])))), make("tbody", {}, ...rows)), ...shown);
}

// Cards on their way ----------------------------------------------------------------------------

const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

async function fly(step) {
  const own = at("hand").querySelector(`[data-card="${step.card}"]`);
  const from = dropped ?? (step.seat === state.bottom && own ? own : boxOf(step.seat)).getBoundingClientRect();
  dropped = null;
  if (isStill() || document.hidden) return;
  const to = at("trick").getBoundingClientRect();
  const drawn = make("div", { class: "card flying" }, face(step.card, letterOf(step.card)));
  root.querySelector(".felt-grid").append(drawn);
  if (own) own.style.visibility = "hidden";
  const size = drawn.getBoundingClientRect();
  const way = { B: [0, 0.2], N: [0, -0.2], L: [-0.2, 0], R: [0.2, 0] }[placeOf(step.seat)];
  const a = centre(from);
  const b = centre(to);
  drawn.style.left = `${a.x - size.width / 2}px`;
  drawn.style.top = `${a.y - size.height / 2}px`;
  const x = b.x - a.x + way[0] * size.height * 2;
  const y = b.y - a.y + way[1] * size.height * 2;
  const time = { slow: 520, normal: 320, fast: 170 }[state.settings.speed] ?? 0;
  await drawn.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px) scale(.86)` }], { duration: time, easing: "ease-out" }).finished;
  drawn.remove();
}

/** A trick goes to who won it. */
async function sweep() {
  if (isStill() || document.hidden || !held || looked !== null) return;
  const to = centre(boxOf(held.winner).getBoundingClientRect());
  const time = { slow: 450, normal: 280, fast: 150 }[state.settings.speed] ?? 0;
  await Promise.all([...at("trick").querySelectorAll(".lying")].map((card) => {
    const from = centre(card.getBoundingClientRect());
    return card.animate([{}, { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: ".4", opacity: 0.2 }], { duration: time, easing: "ease-in", fill: "forwards" }).finished;
  }));
}

let dropped = null;

/** A card is drawn to the middle. */
function drag(event, card) {
  if (event.button !== 0) return;
  const button = event.currentTarget;
  const begin = { x: event.clientX, y: event.clientY };
  let isMoving = false;
  const isOver = (at_) => {
    const box = at("trick").getBoundingClientRect();
    return at_.clientY < box.bottom && at_.clientX > box.left && at_.clientX < box.right;
  };
  const moved = (now) => {
    const x = now.clientX - begin.x;
    const y = now.clientY - begin.y;
    if (!isMoving && Math.hypot(x, y) < 8) return;
    if (!isMoving) {
      isMoving = true;
      button.classList.add("dragged");
    }
    button.style.transform = `translate(${x}px, ${y}px)`;
    at("trick").classList.toggle("drop", isOver(now));
  };
  const ended = (now) => {
    window.removeEventListener("pointermove", moved);
    window.removeEventListener("pointerup", ended);
    window.removeEventListener("pointercancel", ended);
    at("trick").classList.remove("drop");
    if (!isMoving) return;
    // The click that follows is no second choice.
    const swallow = (click) => click.stopImmediatePropagation();
    window.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
    setTimeout(() => showHand(), 0);
    if (now.type === "pointerup" && isOver(now)) {
      dropped = button.getBoundingClientRect();
      chosen(card);
    }
    button.classList.remove("dragged");
    button.style.transform = "";
  };
  window.addEventListener("pointermove", moved);
  window.addEventListener("pointerup", ended);
  window.addEventListener("pointercancel", ended);
}

// Keys ------------------------------------------------------------------------------------------

function step(by) {
  const panel = at("panel");
  const list = panel.contains(document.activeElement)
    ? [...panel.querySelectorAll(".suits button, .others button")]
    : [...at("hand").querySelectorAll(".card")];
  const now = list.indexOf(document.activeElement);
  const next = list[(now + by + list.length) % list.length] ?? list[0];
  next?.focus({ preventScroll: true });
}

const LETTERS = {
  "?": "hint", a: "analyse", w: "medal", l: "last-trick", c: "score-card", s: "score-sheet", r: "review", u: "undo", n: "next-hand", b: "double-now",
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || sheets.isOpen || !state) return;
  if (event.target.closest("input, select, textarea, .log")) return;
  const { key } = event;
  const isButton = event.target.closest("button, a");
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const by = key === "ArrowLeft" ? -1 : 1;
    if (looked !== null) lookAt(Math.min(state.tricks.at(-1).number, Math.max(state.tricks[0].number, looked + by)));
    else step(by);
  } else if (state.bids && !held && (key === "ArrowUp" || key === "ArrowDown")) setAmount(amount + (key === "ArrowUp" ? 10 : -10));
  else if (key === "ArrowUp") (at("panel").querySelector("button") ?? at("trick").querySelector("button"))?.focus();
  else if (key === "ArrowDown") focusHand(true);
  else if (key === "Escape") { asking = false; note(""); lookAt(null); }
  else if (key === "F1") help();
  else if ((key === "Enter" || key === " ") && held && looked === null && !isButton?.closest(".side, .prompt")) freed?.();
  else if ((key === "Enter" || key === " ") && !isButton && state.is_over) sheet("score-card");
  else if (lettersAreKeys() && letter(key.toLowerCase())) { /* done */ } else return;
  event.preventDefault();
}

function letter(key) {
  if (key === "p" && state.bids?.pass) call("P", labels.pass);
  else if (key === "f") freed?.();
  else if (key === "h" && state.hidden) reveal();
  else if (key === "m") menu();
  else if (key === "7" || key === "9" || key === "3") peek(seatAt({ 7: "L", 9: "N", 3: "R" }[key]));
  else if (key in LETTERS) command(LETTERS[key]);
  else return false;
  return true;
}

document.addEventListener("keydown", pressed);
at("trick").addEventListener("click", (event) => {
  if (event.target === at("trick")) freed?.();
});

// Other windows ----------------------------------------------------------------------------------

function refresh() {
  later(async () => {
    if (busy) return;
    await alone(async () => take(await look()));
    show();
    await goOn();
  });
}

others?.addEventListener("message", ({ data }) => {
  if (data.game === state?.game && data.version > state.version) refresh();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && state) refresh();
});

later(async () => {
  await take(await look());
  await goOn();
});
