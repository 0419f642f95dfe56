// Background music. It never starts by itself.
export function ready() {
  const audio = document.querySelector("[data-music]");
  const button = document.querySelector("[data-sound]");
  if (!(audio instanceof HTMLAudioElement) || !button) return;
  button.addEventListener("click", () => {
    if (audio.paused) void audio.play().catch(() => undefined);
    else audio.pause();
  });
  for (const event of ["play", "pause", "ended"]) {
    audio.addEventListener(event, () => button.setAttribute("aria-pressed", String(!audio.paused)));
  }
}
