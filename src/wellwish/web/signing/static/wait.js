// A countdown after the rate limit for signing is exceeded.
import { byId } from "./dom.js";

const STEP_MS = 250;

/**
 * Blocks the form until the countdown ends. A submission made meanwhile is sent then.
 * @param {HTMLFormElement} form
 * @param {HTMLElement} clock
 * @param {string} language
 */
export function wait(form, clock, language) {
  const until = Date.now() + Number(clock.dataset.s) * 1000;
  const seconds = new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "long" });
  form.dataset.held = "yes";
  clock.hidden = false;
  const tick = () => {
    const rest = Math.ceil((until - Date.now()) / 1000);
    if (rest > 0) {
      clock.textContent = seconds.format(rest);
      setTimeout(tick, STEP_MS);
      return;
    }
    clock.textContent = byId("left").textContent = clock.dataset.done ?? "";
    delete form.dataset.held;
    form.dispatchEvent(new Event("released"));
  };
  tick();
}
