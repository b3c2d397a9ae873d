// A session's page: what its operator has to do, as it changes. Every message holds all of it.

const now = document.getElementById("deal-now");
const texts = JSON.parse(document.getElementById("deal-texts").textContent);
const at = (id) => document.getElementById(id);

// Only what has changed is touched: a button that has the focus keeps it, and nothing is read twice.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function showButtons(shown) {
  for (const form of at("deal-buttons").children) {
    const button = form.querySelector("button");
    const label = shown.buttons[button.value];
    form.elements.moment.value = shown.moment;
    if (label !== undefined) write(button.querySelector(".deal-label"), label);
    if (form.hidden !== (label === undefined)) {
      if (button === document.activeElement) now.focus({ preventScroll: true });
      form.hidden = label === undefined;
    }
    button.disabled = false;
  }
}

function showBoards(shown) {
  for (const item of at("deal-boards").children) {
    const state = shown.boards[item.dataset.board];
    if (state !== undefined && item.dataset.state !== state) {
      item.dataset.state = state;
      write(item.querySelector(".deal-state"), texts.states[state]);
    }
    if (texts.copies !== 1) {
      const count = shown.done[item.dataset.board] ?? 0;
      write(item.querySelector(".deal-times"), texts.copies ? `${count}/${texts.copies}` : `${count}`);
    }
  }
}

let newest = "";
function showLog(log) {
  const mark = JSON.stringify(log[0] ?? "") + log.length;
  if (mark === newest) return;
  newest = mark;
  at("deal-log").replaceChildren(
    ...log.map(([seconds, text]) => {
      const item = document.createElement("li");
      item.textContent = `${new Date(seconds * 1000).toLocaleTimeString()}  ${text}`;
      return item;
    }),
  );
}

function show(shown) {
  now.dataset.tone = shown.tone;
  now.dataset.number = shown.number;
  write(at("deal-what"), shown.what);
  write(at("deal-advice"), shown.advice);
  write(at("deal-board"), shown.board || "–");
  write(at("deal-copy"), shown.copy);
  at("deal-cards").value = shown.cards;
  write(at("deal-cards-text"), shown.cards_text);
  write(at("deal-progress"), shown.progress);
  if (shown.total) at("deal-set").value = shown.dealt;
  document.title = `${shown.board ? `${shown.board}: ` : ""}${shown.what}`;
  showButtons(shown);
  showBoards(shown);
  showLog(shown.log);
}

const events = new EventSource(now.dataset.events);
events.addEventListener("message", (event) => {
  at("deal-lost").hidden = true;
  const shown = JSON.parse(event.data);
  // It began, ended, or the program was started again: the page has other things to offer then.
  if (shown.run !== now.dataset.run) location.replace(location.pathname);
  else if (shown.run) show(shown);
});
events.addEventListener("error", () => {
  at("deal-lost").hidden = false;
  // A refusal ends it for good; the program may be back by then.
  if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 3000);
});
addEventListener("pagehide", () => events.close());
// A page that comes back from the browser's memory has no line any more.
addEventListener("pageshow", (event) => event.persisted && location.reload());

at("deal-buttons").addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  const words = new URLSearchParams({
    word: button.value,
    moment: event.target.elements.moment.value,
  });
  const answer = await fetch(now.dataset.say, {
    method: "POST",
    body: words,
    headers: { "X-Fragment": "1" },
  }).catch(() => null);
  const messages = at("messages");
  if (answer?.status === 409) messages.textContent = texts.quick;
  else if (answer?.ok) messages.textContent = "";
  else at("deal-lost").hidden = false;
});

const keys = at("deal-keys");
keys.checked = localStorage.getItem("overtrick-deal-keys") !== "no";
keys.addEventListener("change", () =>
  localStorage.setItem("overtrick-deal-keys", keys.checked ? "yes" : "no"),
);
addEventListener("keydown", (event) => {
  if (!keys.checked || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  if (event.target.closest("input, select, textarea")) return;
  const button = at("deal-buttons").querySelector(
    `form:not([hidden]) button[data-key="${CSS.escape(event.key.toLowerCase())}"]`,
  );
  if (button) {
    event.preventDefault();
    button.form.requestSubmit(button);
  }
});

const large = at("deal-large");
if (document.fullscreenEnabled) {
  large.hidden = false;
  large.addEventListener("click", () => now.requestFullscreen());
}

// A screen that is looked at from two metres must not go dark; where that cannot be, it may.
const awake = () => now.dataset.run && navigator.wakeLock?.request("screen").catch(() => null);
awake();
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && awake());
for (const item of at("deal-log").children) {
  const time = new Date(item.dataset.at * 1000).toLocaleTimeString();
  item.textContent = `${time}  ${item.textContent}`;
}
