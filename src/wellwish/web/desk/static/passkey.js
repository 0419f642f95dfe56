// Fills the passkey form: creates a passkey, or signs the page's challenge. Without support, the form stays hidden.

const form = document.getElementById("passkey");
if (form instanceof HTMLFormElement && window.PublicKeyCredential) {
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    if (button) button.disabled = true;
    try {
      const made = await (form.dataset.make ? make(form) : use(form));
      if (!(made instanceof PublicKeyCredential)) return;
      field(form, "credential").value = JSON.stringify(json(made));
      form.submit();
    } catch {
      // Cancelled, timed out, or no passkey: the browser has shown a message.
    } finally {
      if (button) button.disabled = false;
    }
  });
}

/** @param {HTMLFormElement} form @param {string} name */
function field(form, name) {
  return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}

/** @param {HTMLFormElement} form */
function challenge(form) {
  return new TextEncoder().encode(field(form, "form_token").value);
}

/** @param {HTMLFormElement} form */
function make(form) {
  const name = form.dataset.name ?? "";
  return navigator.credentials.create({
    publicKey: {
      challenge: challenge(form),
      rp: { id: form.dataset.rp, name: "Wellwish" },
      user: { id: new TextEncoder().encode(form.dataset.make), name, displayName: name },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
  });
}

/** @param {HTMLFormElement} form */
function use(form) {
  return navigator.credentials.get({
    publicKey: { challenge: challenge(form), rpId: form.dataset.rp, userVerification: "required" },
  });
}

/** @param {ArrayBuffer | null} bytes */
function base64url(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The JSON of WebAuthn level 3; toJSON is missing in older browsers. @param {PublicKeyCredential} made */
function json(made) {
  const given = made.response;
  const response = { clientDataJSON: base64url(given.clientDataJSON) };
  if (given instanceof AuthenticatorAttestationResponse)
    Object.assign(response, { attestationObject: base64url(given.attestationObject) });
  if (given instanceof AuthenticatorAssertionResponse)
    Object.assign(response, {
      authenticatorData: base64url(given.authenticatorData),
      signature: base64url(given.signature),
      userHandle: base64url(given.userHandle),
    });
  return { id: made.id, rawId: base64url(made.rawId), type: made.type, response };
}
