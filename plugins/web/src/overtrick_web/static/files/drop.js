// Files and folders that are dropped anywhere on a page of files, or chosen, are opened at once.
// On the first page the form is visible; on the others it appears when something is dragged in.

const form = document.getElementById("drop");
const state = document.getElementById("drop-state");
const files = document.getElementById("choose-files");
const folder = document.getElementById("choose-folder");

const isAlwaysSeen = !form.hidden;
const openButton = document.getElementById("open-files");
if (openButton) openButton.hidden = true;
if (folder && "webkitdirectory" in folder) {
  document.getElementById("folder-choice").hidden = false;
  folder.disabled = false;
}

function send(list) {
  const some = [...list].filter((file) => !file.name.startsWith("."));
  if (!some.length) {
    state.textContent = form.dataset.none;
    return;
  }
  const chosen = new DataTransfer();
  for (const file of some) chosen.items.add(file);
  files.files = chosen.files;
  if (folder) folder.disabled = true;
  form.hidden = false;
  state.textContent = form.dataset.opening;
  form.setAttribute("aria-busy", "true");
  form.submit();
}

// Who comes back to this page finds it as it was before.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  form.reset();
  form.removeAttribute("aria-busy");
  state.textContent = "";
  if (folder) folder.disabled = false;
});

files.addEventListener("change", () => send(files.files));
folder?.addEventListener("change", () => send(folder.files));
// What was chosen before this script was here; but not what a browser fills in on the way back or anew.
if (files.files.length && performance.getEntriesByType("navigation")[0]?.type === "navigate") send(files.files);

// All entries of a folder, those of folders in it too; a folder gives a hundred at a time.
async function entriesOf(entry) {
  if (entry.isFile) return [await new Promise((done, fail) => entry.file(done, fail))];
  if (entry.name.startsWith(".") || entry.name === "__MACOSX") return [];
  const reader = entry.createReader();
  const found = [];
  for (;;) {
    const some = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (!some.length) return found;
    for (const one of some) found.push(...await entriesOf(one));
  }
}

function leave() {
  form.classList.remove("over");
  form.hidden = !isAlwaysSeen;
}

let inside = 0;
const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
addEventListener("dragenter", (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  inside += 1;
  form.classList.add("over");
  form.hidden = false;
});
addEventListener("dragover", (event) => {
  if (holdsFiles(event)) event.preventDefault();
});
addEventListener("dragleave", () => {
  inside = Math.max(0, inside - 1);
  if (!inside) leave();
});
addEventListener("drop", async (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  inside = 0;
  leave();
  // The entries are gone once this function waits for anything.
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const plain = [...event.dataTransfer.files];
  try {
    const found = entries.some((entry) => entry.isDirectory)
      ? (await Promise.all(entries.map(entriesOf))).flat() : plain;
    send(found);
  } catch {
    send(plain);
  }
});

// Request a file's description when its line scrolls into view.
const asking = new IntersectionObserver((seen) => {
  for (const one of seen) {
    if (!one.isIntersecting) continue;
    asking.unobserve(one.target);
    fill(one.target);
  }
}, { rootMargin: "300px" });

async function fill(line) {
  const answer = await fetch(line.dataset.summary, { headers: { "X-Fragment": "1" } });
  if (!answer.ok || !line.isConnected || line.contains(document.activeElement)) return;
  line.outerHTML = await answer.text();
}

for (const line of document.querySelectorAll("[data-summary]")) asking.observe(line);
