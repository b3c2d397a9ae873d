// The arrow keys lead to the previous and the next board.

const keys = { ArrowLeft: "previous", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, select, textarea, dialog, pre, .scrolls")) return;
  const link = document.getElementById(keys[event.key] ?? "");
  if (link) {
    event.preventDefault();
    location.assign(link.href);
  }
});
