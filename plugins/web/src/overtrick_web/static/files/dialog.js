// Links with data-dialog open in the dialog of the page; without a script they are pages.

const dialog = document.getElementById("dialog");
const content = document.getElementById("dialog-content");

async function open(link) {
  const title = document.createElement("h2");
  title.id = "dialog-title";
  title.tabIndex = -1;
  title.textContent = dialog.dataset.waiting;
  content.replaceChildren(title);
  dialog.showModal();
  title.focus();
  try {
    const answer = await fetch(link.href, { headers: { "X-Fragment": "1" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const text = await answer.text();
    if (!dialog.open) return;
    content.innerHTML = text;
  } catch {
    location.assign(link.href);
    return;
  }
  content.querySelector("[tabindex='-1']")?.focus();
}

document.addEventListener("click", (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.("a[data-dialog]");
  if (link && dialog) {
    event.preventDefault();
    open(link);
    return;
  }
  if (dialog?.open && event.target.closest?.("[data-close]")) {
    event.preventDefault();
    dialog.close();
  } else if (dialog?.open && event.target === dialog) {
    dialog.close();
  }
});
dialog?.addEventListener("close", () => { content.textContent = ""; });
