// Passkeys: the browser makes one, or signs in with one, and a form takes its answer to the site.
const plain = (/** @type {string} */ html) => new DOMParser().parseFromString(html, "text/html").body.textContent;

/** The answer of the browser to what the site asks: to make a passkey, or to use one. */
const answers = {
  /** @type {(question: any) => Promise<Credential | null>} */
  new: (question) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(question) }),
  /** @type {(question: any) => Promise<Credential | null>} */
  ask: (question) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(question) }),
};

async function submit(/** @type {HTMLFormElement} */ form) {
  const { passkey, failed = "", known = failed } = form.dataset;
  const step = /** @type {keyof typeof answers} */ (passkey);
  try {
    const response = await fetch(`/you/passkeys/${step}`, { method: "POST", headers: { "HX-Request": "true" } });
    if (!response.ok) return plain(await response.text());
    const answer = /** @type {PublicKeyCredential} */ (await answers[step](await response.json()));
    form.answer.value = JSON.stringify(answer.toJSON());
    form.submit();
    return "";
  } catch (/** @type {any} */ error) {
    return error.name === "InvalidStateError" ? known : failed;
  }
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"))) {
  if (location.origin !== form.dataset.origin || !window.PublicKeyCredential?.parseRequestOptionsFromJSON) continue;
  form.hidden = false;
  /** @type {HTMLElement} */ (document.querySelector("[data-passkey-need]")).hidden = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    /** @type {HTMLElement} */ (form.querySelector("[role=status]")).textContent = await submit(form);
  });
}
