// What every page has: choices that take effect at once, and messages.

for (const choice of document.querySelectorAll("[data-submits]")) {
  choice.addEventListener("change", () => choice.form.requestSubmit());
}
for (const button of document.querySelectorAll("[data-submitted]")) {
  button.hidden = true;
}

// A fragment that another page contributes here; an empty answer shows nothing.
for (const place of document.querySelectorAll("[data-piece]")) {
  fetch(place.dataset.piece, { headers: { "X-Fragment": "1" } })
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((piece) => { place.innerHTML = piece; })
    .catch(() => { place.textContent = ""; });
}
