// Long work: the bar moves as the server says, and the page of the result comes by itself.

const section = document.getElementById("job");
if (section && !["done", "failed", "given_up"].includes(section.dataset.status)) {
  const text = document.getElementById("job-text");
  const bar = document.getElementById("job-share");
  document.getElementById("job-look").hidden = true;
  const events = new EventSource(section.dataset.events);
  let spoken = 0;
  events.addEventListener("message", (event) => {
    const state = JSON.parse(event.data);
    if (state.share === null) {
      bar.removeAttribute("value");
    } else {
      bar.value = state.share;
    }
    // Whoever listens is told now and then, not at each step.
    const now = Date.now();
    if (state.over || now - spoken > 1000) {
      text.textContent = state.text;
      spoken = now;
    }
    if (state.over) {
      events.close();
      location.replace(section.dataset.done);
    }
  });
  // The program was started again, and knows nothing of it: the page says so.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) location.replace(section.dataset.done);
  });
  addEventListener("pagehide", () => events.close());
}
