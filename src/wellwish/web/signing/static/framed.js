// A signing page in a frame on another site: after the embedding page's greeting, reports this page's height and that
// the card was signed.

const origins = (document.body.dataset.origins ?? "").split(" ");
const signed = document.querySelector("[data-card]");
/** @type {string | undefined} */
let around; // the origin of the embedding page

/** @param {Record<string, unknown>} message */
function tell(message) {
  if (around) parent.postMessage(message, around);
}

function tellHeight() {
  tell({ wellwish: "height", height: Math.ceil(document.body.getBoundingClientRect().height) });
}

addEventListener("message", ({ data, origin, source }) => {
  if (source !== parent || !origins.includes(origin) || data?.wellwish !== "hello") return;
  const isFirst = !around;
  around = origin;
  tellHeight();
  if (isFirst && signed instanceof HTMLElement) {
    tell({ wellwish: "signed", card_id: signed.dataset.card, status: signed.dataset.status });
  }
});
new ResizeObserver(tellHeight).observe(document.body);

// Browsers refuse `autofocus` in frames of other origins. After a form was sent, the focus goes to its outcome.
const outcome = document.querySelector("[data-outcome]");
if (outcome instanceof HTMLElement) outcome.focus();

// The payment is in another tab: fetch its outcome when the payer returns.
if (document.querySelector("a[data-pay]")) {
  document.addEventListener("visibilitychange", () => {
    const page = location.pathname.replace(/\/signed$/, "");
    if (document.visibilityState === "visible" && page !== location.pathname) location.replace(`${page}/signed`);
  });
}
