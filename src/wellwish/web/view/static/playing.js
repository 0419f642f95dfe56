// Voice notes play by a button. GIFs play for five seconds, then again on demand.
const MOVES_MS = 5000;

/** @param {Document | Element} within */
export function ready(within) {
  for (const voice of within.querySelectorAll(".v-voice")) speak(voice);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting || !(entry.target instanceof HTMLElement)) continue;
      seen.unobserve(entry.target);
      move(entry.target);
    }
  }, { threshold: 0.5 });
  for (const figure of within.querySelectorAll("[data-moving]")) {
    if (!(figure instanceof HTMLElement) || figure.dataset["ready"]) continue;
    figure.dataset["ready"] = "yes";
    const play = figure.querySelector(".v-play");
    play?.addEventListener("click", (event) => {
      event.preventDefault();
      move(figure);
    });
    if (!still) seen.observe(figure);
  }
}

/** @param {HTMLElement} figure */
function move(figure) {
  const picture = figure.querySelector("img");
  const play = figure.querySelector(".v-play");
  const moving = figure.dataset["moving"];
  if (!picture || !moving || figure.dataset["on"]) return;
  const still = picture.src;
  figure.dataset["on"] = "yes";
  play?.setAttribute("hidden", "");
  picture.src = moving;
  setTimeout(() => {
    picture.src = still;
    delete figure.dataset["on"];
    play?.removeAttribute("hidden");
  }, MOVES_MS);
}

/** @param {Element} voice */
function speak(voice) {
  const audio = voice.querySelector("audio");
  const button = voice.querySelector("button");
  const time = voice.querySelector(".v-time");
  if (!(audio instanceof HTMLAudioElement) || !button || button.dataset["ready"]) return;
  button.dataset["ready"] = "yes";
  const whole = time?.textContent ?? "";
  const show = () => {
    for (const icon of button.querySelectorAll("[data-when]")) {
      icon.toggleAttribute("hidden", (icon.getAttribute("data-when") === "running") === audio.paused);
    }
  };
  button.addEventListener("click", () => {
    if (audio.paused) void audio.play().catch(() => audio.setAttribute("controls", ""));
    else audio.pause();
  });
  for (const event of ["play", "pause", "ended"]) audio.addEventListener(event, show);
  audio.addEventListener("timeupdate", () => {
    const seconds = Math.floor(audio.currentTime);
    if (time) time.textContent = audio.paused ? whole : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  });
}
