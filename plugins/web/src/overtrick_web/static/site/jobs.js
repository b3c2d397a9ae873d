// A running job: the bar follows the server's events, and the page of the result opens by itself.

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
    // A screen reader announces the progress now and then, not at each step.
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
  // The program was restarted and does not know the job: show its error page.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) location.replace(section.dataset.done);
  });
  addEventListener("pagehide", () => events.close());
}
