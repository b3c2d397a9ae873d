// What opens over the table: words to read, tables, choices of a review, and questions.

/** Make an element; attributes that are false or null are left out. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

export class Sheets {
  constructor(dialog, words) {
    this.dialog = dialog;
    this.words = words;
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }

  get isOpen() {
    return this.dialog.open;
  }

  /** Open a sheet; `footer` are buttons, `order(name, more)` does what is chosen on it. */
  open(title, body, footer = []) {
    const { labels } = this.words;
    const close = make("button", { type: "button", onclick: () => this.dialog.close() }, labels.close);
    this.dialog.replaceChildren(
      make("header", {}, make("h2", { id: "sheet-title" }, title), close),
      make("div", { class: "body", tabindex: "0", role: "group", "aria-labelledby": "sheet-title" }, ...body),
      make("footer", {}, ...footer),
    );
    if (!this.dialog.open) this.dialog.showModal();
    (this.dialog.querySelector("footer button") ?? close).focus();
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }

  /** Open what the server has told; `show(choice)` looks at a choice of a review. */
  tell(sheet, footer, show) {
    this.open(sheet.title, sheet.blocks.map((block) => this.block(block, show)), footer);
  }

  block(block, show) {
    const { labels } = this.words;
    if (block.lead) return make("p", { class: "lead" }, block.lead);
    if (block.text) return make("p", {}, block.text);
    if (block.aside) return make("p", { class: "aside" }, block.aside);
    if (block.heading) return make("h3", {}, block.heading);
    if (block.points) return make("ul", {}, ...block.points.map((point) => make("li", {}, point)));
    if (block.pre) {
      const text = make("pre", { tabindex: "0" }, block.pre);
      const copy = make("button", { type: "button", onclick: async () => {
        try {
          await navigator.clipboard.writeText(block.pre);
          copy.textContent = labels["copied-text"];
        } catch {
          // Where the browser does not let a page copy, the person does, by its own key.
          window.getSelection().selectAllChildren(text);
        }
      } }, labels["copy-text"]);
      return make("div", {}, text, copy);
    }
    if (block.choice) {
      const { texts, why, place, trick } = block.choice;
      const look = place === null ? null
        : make("button", { type: "button", onclick: () => show(place, trick) }, labels.why);
      return make("div", { class: "choice" },
        ...texts.map((text) => make("p", {}, text)),
        ...why.map((text) => make("p", { class: "aside" }, text)), look);
    }
    const heads = block.headings.map((text) => make("th", { scope: "col" }, text));
    const rows = block.rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))));
    return make("div", { class: "scroll", tabindex: "0" },
      make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)));
  }

  /** Ask whether something is to be done. */
  ask(question) {
    const { labels } = this.words;
    return new Promise((resolve) => {
      let answer = false;
      const yes = make("button", { type: "button", class: "primary", onclick: () => {
        answer = true;
        this.dialog.close();
      } }, labels.yes);
      const no = make("button", { type: "button", onclick: () => this.dialog.close() }, labels.no);
      this.open(question, [], [yes, no]);
      this.dialog.addEventListener("close", () => resolve(answer), { once: true });
    });
  }
}
