// <wellwish-sign link="https://cards.example.com/s/...">: the signing form of a card in a page of another site. The
// content of the element, a plain link, is shown until the form has loaded, and stays if the frame is refused.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement) || customElements.get("wellwish-sign")) return;
  const host = new URL(script.src).origin;
  const ANSWER_MS = 5000;
  const MOST_PX = 20_000;
  /** @type {Record<string, string>} */
  const TITLES = { en: "Sign the card", de: "Karte unterschreiben", ar: "وقّع البطاقة" };
  const style = new CSSStyleSheet();
  style.replaceSync(`
    :host { display: block; position: relative }
    :host([hidden]) { display: none }
    iframe { display: block; inline-size: 100%; border: 0 }
    iframe:not([data-shown]) { position: absolute; block-size: 0; visibility: hidden }
    iframe[data-shown] + slot { display: none }
  `);

  class WellwishSign extends HTMLElement {
    static observedAttributes = ["link"];
    /** @type {HTMLIFrameElement | undefined} */
    #frame;
    #pages = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #waiting;

    connectedCallback() {
      addEventListener("message", this.#hear);
      this.#draw();
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      clearTimeout(this.#waiting);
    }

    attributeChangedCallback() {
      if (this.#frame) this.#draw();
    }

    #draw() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [style];
      const slot = document.createElement("slot");
      const token = this.#token();
      if (!token) return root.replaceChildren(slot);
      const lang = (this.closest("[lang]")?.getAttribute("lang") ?? "").toLowerCase().split("-")[0] ?? "";
      const title = TITLES[lang] ?? TITLES.en ?? "";
      const link = document.createElement("a");
      link.href = `${host}/s/${token}`;
      link.target = "_blank";
      link.rel = "noreferrer";
      link.textContent = title;
      slot.append(link);
      const frame = document.createElement("iframe");
      frame.title = title;
      frame.allow = "microphone; clipboard-write";
      frame.referrerPolicy = "no-referrer";
      frame.src = `${host}/e/${token}${lang in TITLES ? `?lang=${lang}` : ""}`;
      frame.addEventListener("load", () => this.#greet(frame));
      this.#frame = frame;
      this.#pages = 0;
      root.replaceChildren(frame, slot);
    }

    /** Returns the secret of the link, or nothing for an address that is no signing link of our host. */
    #token() {
      try {
        const url = new URL(this.getAttribute("link") ?? "", document.baseURI);
        return url.origin === host ? /^\/s\/([\w-]+)$/.exec(url.pathname)?.[1] : undefined;
      } catch {
        return undefined;
      }
    }

    /** Greets each page of the frame, which so learns who is around it. A refused one does not answer. @param {HTMLIFrameElement} frame */
    #greet(frame) {
      this.#pages += 1;
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => delete frame.dataset.shown, ANSWER_MS);
      frame.contentWindow?.postMessage({ wellwish: "hello" }, host);
    }

    /** @param {MessageEvent} event */
    #hear = ({ data, origin, source }) => {
      const frame = this.#frame;
      if (!frame || origin !== host || source !== frame.contentWindow) return;
      if (data?.wellwish === "height" && data.height > 0) {
        clearTimeout(this.#waiting);
        frame.style.blockSize = `${Math.min(Number(data.height), MOST_PX)}px`;
        frame.dataset.shown = "";
        // The next page is shorter than the form: without this, its top would be scrolled out of view.
        if (this.#pages > 1 && this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start" });
        if (this.#pages > 1) this.#pages = 1;
      } else if (data?.wellwish === "signed") {
        const { card_id, status } = data;
        this.dispatchEvent(new CustomEvent("signed", { bubbles: true, detail: { card_id, status } }));
      }
    };
  }
  customElements.define("wellwish-sign", WellwishSign);
})();
