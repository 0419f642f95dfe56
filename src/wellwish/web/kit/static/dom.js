// Access to elements that a template always has.

/** @template {HTMLElement} T @param {string} id @returns {T} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is not there`);
  return /** @type {T} */ (found);
}
