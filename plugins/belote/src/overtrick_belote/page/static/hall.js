// Before the table: cards beside the title, and a question before a game is deleted.

const own = document.querySelector("script[data-cards]");
const { prepare, face } = await import(own.dataset.cards);

prepare();
const letters = document.querySelector(".belote").lang === "fr" ? { K: "R", Q: "D", J: "V", A: "A" } : {};
for (const fan of document.querySelectorAll("[data-fan]")) {
  fan.append(...fan.dataset.fan.split(" ").map((card) => face(card, letters[card[1]] ?? card[1])));
}
for (const form of document.querySelectorAll("form[data-sure]")) {
  form.addEventListener("submit", (event) => {
    if (!window.confirm(form.dataset.sure)) event.preventDefault();
  });
}
