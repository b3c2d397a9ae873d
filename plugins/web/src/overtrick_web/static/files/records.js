// Hand records: the preview follows the options, and is printed from here.

const form = document.getElementById("sheet-form");
form?.addEventListener("change", (event) => {
  if (event.target.name !== "solves") form.requestSubmit(document.getElementById("preview"));
});
const button = document.getElementById("print");
const sheet = document.getElementById("sheet");
if (button && sheet) {
  button.hidden = false;
  button.addEventListener("click", () => sheet.contentWindow.print());
}
