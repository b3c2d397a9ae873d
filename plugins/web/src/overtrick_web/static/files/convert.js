// What would be lost is shown as soon as a format is chosen.

const form = document.getElementById("convert-form");
form?.addEventListener("change", (event) => {
  if (event.target.name === "to") {
    // Options of another format are not those of this one.
    for (const field of form.querySelectorAll(".options input, .options select, .options button")) {
      field.disabled = true;
    }
  }
  if (event.target.type !== "text") form.requestSubmit();
});
