// A new order for boards: chosen by mouse and keys, dragged, and shown anew by the server at each
// step. All of it works by the form alone too.

const form = document.getElementById("edit-form");
if (form) {
  const holder = document.getElementById("edit-plan");
  const chosenField = document.getElementById("chosen");
  const otherField = document.getElementById("other-boards");
  const otherList = document.getElementById("other-list");
  const KIND = "application/x-overtrick-boards";
  // The buttons are called action: the property of that name is theirs.
  const address = form.getAttribute("action");
  let busy = false;

  const lists = {
    order: { field: chosenField, anchor: 0 },
    "other-order": { field: otherField, anchor: 0 },
  };
  const rowsOf = (list) => [...list.querySelectorAll("[role=option]")];
  const isChosen = (row) => row.getAttribute("aria-selected") === "true";

  // Names of boards as ranges, as people write them: 1-16,20.
  function ranges(names) {
    const numbers = [...new Set(names.map(Number))].sort((one, other) => one - other);
    const parts = [];
    for (const number of numbers) {
      const last = parts.at(-1);
      if (last && last[1] === number - 1) {
        last[1] = number;
      } else {
        parts.push([number, number]);
      }
    }
    return parts.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(",");
  }

  function fromRanges(text) {
    const parts = text.split(",").map((part) => part.match(/^\s*(\d+)\s*(?:-\s*(\d*))?\s*$/));
    return (name) =>
      parts.some((part) => {
        if (!part) return false;
        const first = Number(part[1]);
        const last = part[2] === undefined ? first : part[2] === "" ? Infinity : Number(part[2]);
        return first <= name && name <= last;
      });
  }

  function writeChosen(list) {
    lists[list.id].field.value = ranges(rowsOf(list).filter(isChosen).map((row) => row.dataset.name));
  }

  function mark(list) {
    const field = lists[list.id].field;
    const has = field.value.trim() ? fromRanges(field.value) : () => false;
    for (const row of rowsOf(list)) {
      row.setAttribute("aria-selected", String(has(Number(row.dataset.name))));
    }
  }

  function choose(list, row, event) {
    const rows = rowsOf(list);
    const place = rows.indexOf(row);
    if (event.shiftKey) {
      const [low, high] = [lists[list.id].anchor, place].sort((one, other) => one - other);
      rows.forEach((one, at) => {
        const inside = low <= at && at <= high;
        if (inside || !(event.ctrlKey || event.metaKey)) {
          one.setAttribute("aria-selected", String(inside));
        }
      });
    } else {
      // A finger has no Ctrl: each touch chooses one more.
      if (event.ctrlKey || event.metaKey || event.key === " " || event.pointerType === "touch") {
        row.setAttribute("aria-selected", String(!isChosen(row)));
      } else {
        const was = isChosen(row) && rows.filter(isChosen).length === 1;
        for (const one of rows) one.setAttribute("aria-selected", "false");
        row.setAttribute("aria-selected", String(!was));
      }
      lists[list.id].anchor = place;
    }
    writeChosen(list);
  }

  function focus(list, row) {
    for (const one of list.querySelectorAll("[tabindex='0']")) one.tabIndex = -1;
    row.tabIndex = 0;
    row.focus();
  }

  // One step: the server answers with the new order, which takes the place of the old one.
  async function step(action, extra = {}) {
    if (busy) return;
    busy = true;
    holder.setAttribute("aria-busy", "true");
    const body = new URLSearchParams(new FormData(form));
    body.set("action", action);
    for (const [name, value] of Object.entries(extra)) body.set(name, value);
    const entries = kept();
    try {
      const answer = await fetch(address, { method: "POST", body, headers: { "X-Fragment": "1" } });
      const text = await answer.text();
      if (answer.ok || answer.status === 422) {
        show(text, entries);
      } else {
        // Show the error page, for example after a conflict: it has no form to continue with.
        const message = new DOMParser().parseFromString(text, "text/html").getElementById("main");
        holder.replaceChildren(...(message ? message.childNodes : []));
        holder.scrollIntoView();
      }
    } finally {
      busy = false;
      holder.removeAttribute("aria-busy");
    }
  }

  // Boards that are chosen stay so, whatever numbers they have by then.
  function kept() {
    const list = document.getElementById("order");
    const focused = document.activeElement?.closest?.("#order [role=option]");
    return {
      chosen: new Set(rowsOf(list).filter(isChosen).map((row) => row.dataset.entry)),
      focused: focused?.dataset.entry,
      at: focused ? rowsOf(list).indexOf(focused) : -1,
    };
  }

  function show(text, { chosen, focused, at }) {
    const piece = new DOMParser().parseFromString(text, "text/html");
    holder.replaceChildren(...piece.body.childNodes);
    const plan = document.getElementById("plan");
    for (const radio of form.querySelectorAll("[name=numbers]")) {
      radio.checked = radio.value === plan.dataset.numbers;
    }
    form.querySelector("[name=first]").value = plan.dataset.first;
    const list = document.getElementById("order");
    for (const row of rowsOf(list)) {
      row.setAttribute("aria-selected", String(chosen.has(row.dataset.entry)));
      if (row.dataset.entry === focused) focus(list, row);
    }
    // A board that is gone leaves the focus to the one in its place.
    if (at >= 0 && !list.contains(document.activeElement)) {
      const rows = rowsOf(list);
      if (rows.length) focus(list, rows[Math.min(at, rows.length - 1)]);
    }
    writeChosen(list);
  }

  function moved(places, to) {
    // Places before the gap go away with the boards that are moved.
    return Math.max(1, to - places.filter((place) => place < to).length);
  }

  function chosenPlaces(list) {
    return rowsOf(list).filter(isChosen).map((row) => Number(row.dataset.place));
  }

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || button.name !== "action") return;
    event.preventDefault();
    step(button.value);
  });
  for (const one of form.querySelectorAll("[name=numbers], [name=first]")) {
    one.addEventListener("change", () => {
      if (one.name === "first") form.querySelector("[name=numbers][value=from]").checked = true;
      step("show");
    });
  }
  document.getElementById("do-number").hidden = true;

  form.addEventListener("click", (event) => {
    const row = event.target.closest("[role=option]");
    if (!row) return;
    const list = row.closest("[role=listbox]");
    choose(list, row, event);
    focus(list, row);
  });

  form.addEventListener("keydown", (event) => {
    const row = event.target.closest("[role=option]");
    if (!row) return;
    const list = row.closest("[role=listbox]");
    const rows = rowsOf(list);
    const at = rows.indexOf(row);
    const forward = ["ArrowDown", "ArrowRight"].includes(event.key);
    const backward = ["ArrowUp", "ArrowLeft"].includes(event.key);
    const isOrder = list.id === "order";
    if (event.altKey && (forward || backward)) {
      if (!isOrder) return;
      event.preventDefault();
      if (!isChosen(row)) {
        for (const one of rows) one.setAttribute("aria-selected", String(one === row));
        writeChosen(list);
      }
      const places = chosenPlaces(list);
      const first = Math.min(...places);
      const to = forward ? first + 1 : first - 1;
      if (to >= 1) step("move", { to: String(to) });
    } else if (forward || backward || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const next = event.key === "Home" ? 0 : event.key === "End" ? rows.length - 1 : at + (forward ? 1 : -1);
      const target = rows[Math.min(Math.max(next, 0), rows.length - 1)];
      if (event.shiftKey) choose(list, target, { shiftKey: true });
      focus(list, target);
    } else if (event.key === " ") {
      event.preventDefault();
      choose(list, row, { key: " " , shiftKey: event.shiftKey });
    } else if (event.key === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      for (const one of rows) one.setAttribute("aria-selected", "true");
      writeChosen(list);
    } else if (isOrder && event.key === "Delete") {
      event.preventDefault();
      if (!isChosen(row)) choose(list, row, {});
      step("drop");
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(list, row, {});
    }
  });

  // Dragging: within the order, and from another file's list into it.
  form.addEventListener("dragstart", (event) => {
    const row = event.target.closest?.("[role=option]");
    if (!row) return;
    const list = row.closest("[role=listbox]");
    if (!isChosen(row)) {
      for (const one of rowsOf(list)) one.setAttribute("aria-selected", String(one === row));
      writeChosen(list);
    }
    event.dataTransfer.setData(KIND, list.id);
    event.dataTransfer.effectAllowed = "move";
    document.body.classList.add("dragging");
  });
  const gapOf = (event) => {
    const list = document.getElementById("order");
    const row = event.target.closest?.("#order [role=option]");
    if (!row) return rowsOf(list).length + 1;
    const box = row.getBoundingClientRect();
    return Number(row.dataset.place) + (event.clientX > box.left + box.width / 2 ? 1 : 0);
  };
  const unmark = () => {
    for (const one of form.querySelectorAll(".gap-before, .gap-after")) {
      one.classList.remove("gap-before", "gap-after");
    }
  };
  holder.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes(KIND)) return;
    event.preventDefault();
    unmark();
    const rows = rowsOf(document.getElementById("order"));
    const gap = gapOf(event);
    if (gap <= rows.length) {
      rows[gap - 1].classList.add("gap-before");
    } else {
      rows.at(-1)?.classList.add("gap-after");
    }
  });
  holder.addEventListener("drop", (event) => {
    const from = event.dataTransfer.getData(KIND);
    if (!from) return;
    event.preventDefault();
    unmark();
    const gap = gapOf(event);
    if (from === "order") {
      const places = chosenPlaces(document.getElementById("order"));
      step("move", { to: String(moved(places, gap)) });
    } else {
      step("add", { at: String(gap) });
    }
  });
  form.addEventListener("dragend", () => {
    unmark();
    document.body.classList.remove("dragging");
  });

  chosenField.addEventListener("input", () => mark(document.getElementById("order")));
  mark(document.getElementById("order"));
  for (const [id, all] of [["choose-all", true], ["choose-none", false]]) {
    const button = document.getElementById(id);
    button.hidden = false;
    button.addEventListener("click", () => {
      const list = document.getElementById("order");
      for (const row of rowsOf(list)) row.setAttribute("aria-selected", String(all));
      writeChosen(list);
    });
  }

  const other = document.getElementById("other");
  let asked = 0;
  other?.addEventListener("change", async () => {
    const turn = ++asked;
    // What is typed from here on is about the file that is chosen now.
    otherField.value = "";
    const answer = await fetch(`${other.dataset.list}?other=${encodeURIComponent(other.value)}`, {
      headers: { "X-Fragment": "1" },
    });
    const text = await answer.text();
    if (turn !== asked || !answer.ok) return;
    const piece = new DOMParser().parseFromString(text, "text/html");
    otherList.replaceChildren(...piece.body.childNodes);
    const list = document.getElementById("other-order");
    if (list) mark(list);
  });
  otherField?.addEventListener("input", () => {
    const list = document.getElementById("other-order");
    if (list) mark(list);
  });
}
