// Examples go into the field; the estimated probability follows the user's typing.

const form = document.getElementById("generate-form");
if (form) {
  const condition = document.getElementById("condition");
  const likely = document.getElementById("likely");
  const preset = document.getElementById("preset");
  const check = document.getElementById("check");
  let timer = 0;
  let latest = 0;

  async function look() {
    const turn = ++latest;
    const answer = await fetch(form.dataset.likely, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
      headers: { "X-Fragment": "1" },
    });
    const text = await answer.text();
    // An older answer does not overtake a newer one.
    if (turn !== latest || !(answer.ok || answer.status === 422)) return;
    const piece = new DOMParser().parseFromString(text, "text/html");
    likely.replaceChildren(...piece.body.childNodes);
    condition.setAttribute("aria-invalid", String(!answer.ok));
  }

  check.addEventListener("click", (event) => {
    event.preventDefault();
    look();
  });
  condition.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, 600);
  });
  preset.addEventListener("change", () => {
    condition.value = preset.value;
    look();
  });

  // Only some formats have a seal.
  const format = document.getElementById("format");
  const label = document.getElementById("sealed-label");
  const seal = label?.querySelector("input");
  const offer = () => {
    const can = format.dataset.sealing.split(" ").includes(format.value);
    seal.disabled = !can;
    label.classList.toggle("off", !can);
  };
  if (seal) {
    format.addEventListener("change", offer);
    offer();
  }
}
