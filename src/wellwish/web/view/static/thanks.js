// The photo and the voice message of a thank-you: shows the chosen files, and records up to a minute.
const LONGEST_S = 60;
const TYPES = ["audio/mp4", "audio/webm;codecs=opus", "audio/ogg;codecs=opus"];

/** @param {Element} within */
export function ready(within) {
  photo(within);
  const place = within.querySelector("[data-recorder]");
  const field = within.querySelector("#voice");
  const blocked = within.querySelector("[data-blocked]");
  const button = place?.querySelector("button");
  const label = button?.querySelector("span");
  const clock = place?.querySelector("[role=timer]");
  const playback = place?.querySelector("audio");
  if (!place || !(field instanceof HTMLInputElement) || !button || !label || !clock || !playback || !blocked) return;
  const open = () => within.querySelector("[data-of=voice]")?.classList.add("v-open");
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    if (!file) return;
    place.removeAttribute("hidden");
    playback.src = URL.createObjectURL(file);
    playback.hidden = false;
    open();
  });
  const records = "MediaRecorder" in window && "mediaDevices" in navigator;
  if (!records) place.querySelector(".v-record")?.setAttribute("hidden", "");
  else {
    // The tile opens the recorder, whose second button opens the choice of a file.
    let chooses = false;
    field.addEventListener("click", (event) => {
      if (chooses) return;
      event.preventDefault();
      place.removeAttribute("hidden");
      button.focus();
    });
    place.querySelector("[data-choose]")?.addEventListener("click", () => {
      chooses = true;
      field.click();
      chooses = false;
    });
  }

  /** @type {MediaRecorder | undefined} */
  let recorder;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let ticking;

  /** @param {number} seconds @param {boolean} running */
  const show = (seconds, running) => {
    const whole = Math.min(LONGEST_S, Math.floor(seconds));
    clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    label.textContent = (running ? button.dataset["stop"] : button.dataset["start"]) ?? "";
  };
  const stop = () => {
    clearInterval(ticking);
    if (recorder?.state === "recording") recorder.stop();
  };
  const record = async () => {
    blocked.setAttribute("hidden", "");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
      const running = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 64_000 });
      recorder = running;
      /** @type {Blob[]} */
      const pieces = [];
      running.addEventListener("dataavailable", (event) => pieces.push(event.data));
      running.addEventListener("stop", () => {
        for (const track of stream.getTracks()) track.stop();
        const type = running.mimeType.split(";")[0] || "audio/webm";
        const chosen = new DataTransfer();
        chosen.items.add(new File(pieces, "voice", { type }));
        field.files = chosen.files;
        playback.src = URL.createObjectURL(new Blob(pieces, { type }));
        playback.hidden = false;
        label.textContent = button.dataset["again"] ?? "";
        open();
      });
      running.start();
      const began = Date.now();
      show(0, true);
      ticking = setInterval(() => {
        const seconds = (Date.now() - began) / 1000;
        show(seconds, true);
        if (seconds >= LONGEST_S) stop();
      }, 250);
    } catch {
      blocked.removeAttribute("hidden");
    }
  };
  button.addEventListener("click", () => void (recorder?.state === "recording" ? stop() : record()));
  // A form sent during the recording would not contain it.
  const form = place.closest("form");
  form?.addEventListener("submit", (event) => {
    if (recorder?.state !== "recording") return;
    event.preventDefault();
    recorder.addEventListener("stop", () => setTimeout(() => form.requestSubmit()));
    stop();
  });
}

/** Shows the chosen photo, and asks for its description. @param {Element} within */
function photo(within) {
  const field = within.querySelector("#photo");
  const place = within.querySelector("[data-preview]");
  if (!(field instanceof HTMLInputElement) || !place) return;
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    place.toggleAttribute("hidden", !file);
    if (!file) return place.replaceChildren();
    const picture = document.createElement("img");
    picture.className = "c-said";
    picture.alt = file.name;
    picture.src = URL.createObjectURL(file);
    place.replaceChildren(picture);
    within.querySelector("[data-of=photo]")?.classList.add("v-open");
  });
}
