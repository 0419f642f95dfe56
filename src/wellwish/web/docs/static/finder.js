// The search of the documentation: results below the field while the reader types. Ranks as search.py does.
// Without scripts, the form leads to a page with the same results.

import { byId } from "./dom.js";

/** @typedef {[kind: number, title: string, says: string, path: number, anchor: string, words?: string]} Row */
/** @typedef {{ ignored: string[], kinds: string[], paths: string[], rows: Row[] }} Index */

const SHOWN = 8;
const FIRST = ["Guide", "Operation"];
const START = "(?:^|[^a-z0-9])";
const ENDINGS = "ies|ing|ed|es|e|y";
const ENDING = new RegExp(`(?:(?<=[a-z0-9]{4})(?:${ENDINGS})|(?<=[a-z0-9]{3})s)$`);
/** @type {HTMLInputElement} */
const field = byId("find");
const list = byId("found");
const says = byId("found-says");
/** @type {Promise<Index> | undefined} */
let index;

/** @returns {Promise<Index>} */
function load() {
  index ??= fetch("/docs/search.json").then((answer) => {
    if (!answer.ok) throw new Error(`The index is not available: ${answer.status}`);
    return answer.json();
  });
  index.catch(() => (index = undefined)); // the next key retries; Enter searches on the server
  return index;
}

/** @param {string} query @param {string[]} ignored */
function termsOf(query, ignored) {
  const words = query.toLowerCase().match(/[a-z0-9]+(?:[_.][a-z0-9]+)*/g) ?? [];
  const some = words.filter((each) => !ignored.includes(each));
  return (some.length ? some : words).slice(0, 6);
}

/** @param {string} term @returns {[whole: RegExp, start: RegExp]} */
function patterns(term) {
  const escaped = term.replaceAll(".", "\\.");
  const whole = `${START}${escaped.replace(ENDING, "")}(?:${ENDINGS}|s)?(?![a-z0-9])`;
  return [new RegExp(whole), new RegExp(START + escaped)];
}

/** @param {Index} index @param {Row} row @param {[RegExp, RegExp][]} terms @param {string} query */
function score({ kinds }, [kind, title, info, , anchor, words = ""], terms, query) {
  const name = title.toLowerCase();
  const rest = `${info} ${anchor} ${words}`.toLowerCase();
  let total = FIRST.includes(kinds[kind] ?? "") ? 2 : 0;
  if ([name, info.toLowerCase(), anchor.toLowerCase()].includes(query)) total += /^[a-z]+$/.test(query) ? 1 : 20;
  for (const [whole, start] of terms) {
    if (whole.test(name)) total += 8;
    else if (start.test(name)) total += 5;
    else if (whole.test(rest)) total += 2;
    else if (start.test(rest)) total += 1;
    else return 0;
  }
  return total;
}

/** @param {Index} found @param {string} query */
function find(found, query) {
  const terms = termsOf(query, found.ignored).map(patterns);
  if (!terms.length) return [];
  const said = query.trim().toLowerCase();
  return found.rows
    .map((row) => ({ row, worth: score(found, row, terms, said) }))
    .filter((each) => each.worth)
    .sort((one, other) => other.worth - one.worth)
    .map((each) => each.row);
}

/** @param {Index} index @param {Row} row */
function item({ kinds, paths }, [kind, title, info, path, anchor]) {
  const made = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("b");
  const where = document.createElement("small");
  const at = paths[path] ?? "";
  link.href = at + (anchor && !at.endsWith("/") ? `#${anchor}` : anchor);
  name.textContent = title.replaceAll("`", "");
  where.textContent = `${kinds[kind]} · ${info.replaceAll("`", "")}`;
  link.append(name, where);
  made.append(link);
  return made;
}

/** @param {string} query The server knows the words that are near. @returns {Promise<HTMLLIElement[]>} */
async function suggested(query) {
  const answer = await fetch(`/docs/search?q=${encodeURIComponent(query)}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const meant = page.querySelector("[data-meant] a");
  if (!meant) return [];
  const made = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("b");
  link.href = meant.getAttribute("href") ?? "";
  name.textContent = `Did you mean ${meant.textContent}?`;
  link.append(name);
  made.append(link);
  return [made];
}

function close() {
  list.hidden = true;
  says.textContent = "";
}

async function show() {
  const query = field.value;
  const known = await load();
  const found = find(known, query);
  if (field.value !== query) return; // a later key shows newer results
  fill(found.slice(0, SHOWN).map((row) => item(known, row)));
  if (!query.trim()) says.textContent = "";
  else says.textContent = found.length === 1 ? "1 result" : `${found.length} results`;
  if (found.length || query.trim().length <= 2) return;
  const meant = await suggested(query);
  if (field.value === query) fill(meant);
}

/** @param {HTMLLIElement[]} shown */
function fill(shown) {
  list.replaceChildren(...shown);
  list.hidden = !shown.length;
}

/** @param {number} step */
function move(step) {
  /** @type {(Element | null)[]} */
  const stops = [field, ...list.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  const stop = stops[(at + step + stops.length) % stops.length];
  if (stop instanceof HTMLElement) stop.focus();
}

field.addEventListener("focus", () => void load().catch(() => undefined), { once: true });
field.addEventListener("input", () => void show().catch(close));
field.form?.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    close();
    field.focus();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (list.hidden) void show().catch(close);
    else move(event.key === "ArrowDown" ? 1 : -1);
  }
});
// A click on a result must not move the focus first, which would close the list in Safari.
list.addEventListener("mousedown", (event) => event.preventDefault());
field.form?.addEventListener("focusout", (event) => {
  const next = event.relatedTarget;
  if (!(next instanceof Node && field.form?.contains(next))) close();
});
document.addEventListener("keydown", (event) => {
  const typed = event.target instanceof Element && event.target.closest("input, textarea, select");
  if (event.key !== "/" || typed || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});
