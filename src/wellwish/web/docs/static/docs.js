// Remembers the language of the examples, adds the buttons that copy them, and closes the menu.

const KEPT = "wellwish-examples";
// The reference has JavaScript where the guides have TypeScript.
/** @type {Record<string, string>} */
const ALIKE = { javascript: "typescript", typescript: "javascript" };

/** @returns {string} */
function remembered() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return ""; // this browser stores nothing
  }
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(KEPT, language);
  } catch {
    // this browser stores nothing
  }
}

/** @param {Element} bar @returns {Element | null} The block below a bar that is shown. */
function below(bar) {
  for (let each = bar.nextElementSibling; each && !each.matches(".p-code-bar"); each = each.nextElementSibling) {
    if (each instanceof HTMLPreElement && each.offsetParent) return each;
  }
  return null;
}

const language = remembered();
const chosen =
  document.getElementById(`in-${language}`) ?? document.getElementById(`in-${ALIKE[language] ?? ""}`);
if (chosen instanceof HTMLInputElement) chosen.checked = true;
for (const radio of document.querySelectorAll(".p-languages input")) {
  radio.addEventListener("change", () => remember(radio.id.slice("in-".length)));
}

// Operations were parts of their resource's page before they had pages.
const named = document.getElementById(location.hash.slice(1));
const moved = named?.closest(".p-operations") ? named.querySelector("a") : null;
if (moved) location.replace(moved.href);

// A link to a part of this page must not leave the menu above it.
for (const link of document.querySelectorAll("#contents a")) {
  link.addEventListener("click", () => {
    const menu = document.getElementById("contents");
    if (menu?.matches(":popover-open")) menu.hidePopover();
  });
}

const says = document.createElement("p");
says.className = "u-hidden";
says.setAttribute("role", "status");
document.getElementById("main")?.append(says);

for (const bar of document.querySelectorAll(".p-code-bar")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "p-code-copy";
  button.textContent = "Copy";
  bar.append(button);
  button.addEventListener("click", async () => {
    const block = below(bar);
    if (!block) return;
    try {
      await navigator.clipboard.writeText(block.textContent ?? "");
    } catch {
      getSelection()?.selectAllChildren(block); // for copying by hand
      return;
    }
    button.textContent = says.textContent = "Copied";
    setTimeout(() => {
      button.textContent = "Copy";
      says.textContent = "";
    }, 3000);
  });
}
