// The voice note dialog: record up to a minute, listen, then attach.
import { byId } from "./dom.js";
import { upload } from "./upload.js";

const LONGEST_S = 60;
const TYPES = ["audio/mp4", "audio/webm;codecs=opus", "audio/ogg;codecs=opus"];

/** @type {MediaRecorder | undefined} */
let recorder;
/** @type {Blob | undefined} */
let recorded;
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

/** @param {HTMLFormElement} form */
export function open(form) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("speak"));
  if (!dialog.dataset.ready) prepare(form, dialog);
  reset();
  dialog.showModal();
}

/** @param {HTMLFormElement} form @param {HTMLDialogElement} dialog */
function prepare(form, dialog) {
  dialog.dataset.ready = "yes";
  byId("speak-record").addEventListener("click", () => (recorder?.state === "recording" ? stop() : record()));
  byId("speak-add").addEventListener("click", () => {
    if (!recorded) return;
    const face = document.createElement("audio");
    face.controls = true;
    face.src = URL.createObjectURL(recorded);
    upload(form, recorded, "voice", face);
    dialog.close();
  });
  byId("speak-cancel").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", stop);
}

function reset() {
  recorded = undefined;
  byId("speak-add").hidden = true;
  byId("speak-playback").hidden = true;
  byId("speak-refused").hidden = true;
  tell(0, false);
}

async function record() {
  reset();
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 64_000 });
    /** @type {Blob[]} */
    const pieces = [];
    recorder.addEventListener("dataavailable", (event) => pieces.push(event.data));
    recorder.addEventListener("stop", () => {
      for (const track of stream.getTracks()) track.stop();
      recorded = new Blob(pieces, { type: (recorder?.mimeType ?? "audio/webm").split(";")[0] });
      const playback = /** @type {HTMLAudioElement} */ (byId("speak-playback"));
      playback.src = URL.createObjectURL(recorded);
      playback.hidden = false;
      byId("speak-add").hidden = false;
    });
    level(stream, recorder);
    recorder.start();
    const began = Date.now();
    tell(0, true);
    ticking = setInterval(() => {
      const seconds = (Date.now() - began) / 1000;
      tell(seconds, true);
      if (seconds >= LONGEST_S) stop();
    }, 250);
  } catch {
    byId("speak-refused").hidden = false;
  }
}

function stop() {
  clearInterval(ticking);
  if (recorder?.state === "recording") recorder.stop();
  const button = byId("speak-record");
  button.textContent = (recorder ? button.dataset.again : button.dataset.start) ?? "";
}

/** @param {number} seconds @param {boolean} running */
function tell(seconds, running) {
  const whole = Math.min(LONGEST_S, Math.floor(seconds));
  byId("speak-clock").textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  const button = byId("speak-record");
  button.textContent = (running ? button.dataset.stop : button.dataset.start) ?? "";
}

/** Shows the input level. @param {MediaStream} stream @param {MediaRecorder} running */
function level(stream, running) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const meter = /** @type {HTMLMeterElement} */ (byId("speak-level"));
  const draw = () => {
    if (running.state !== "recording") return void context.close();
    analyser.getByteTimeDomainData(samples);
    meter.value = Math.max(...samples.map((each) => Math.abs(each - 128))) / 128;
    requestAnimationFrame(draw);
  };
  requestAnimationFrame(draw);
}
