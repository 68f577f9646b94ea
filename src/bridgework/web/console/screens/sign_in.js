// Sign-in with e-mail address, master password and second factor.
import { Action, Form, Modal, call, deviceHeaders, filled, html, session, setSession,
  useCall, useState } from "../ui.js";

/** The master password that an administrator has now. */
export const MASTER = {
  name: "masterPassword", label: "Master password", type: "password",
  autocomplete: "current-password",
};
const EMAIL = { name: "email", label: "E-mail address", type: "email", autocomplete: "username" };
const CODE = {
  name: "code", label: "Code", as: "code", hint: "Six digits of your authenticator app.",
  autocomplete: "one-time-code",
};
const RECOVERY = {
  name: "recoveryCode", label: "Recovery code",
  hint: "One of the ten codes that you were shown once.",
};

export function SignIn() {
  const { name: ofSite, accounts: samples } = document.getElementById("console").dataset;
  const accounts = JSON.parse(samples);
  const [values, setValues] = useState({ turn: 0 });
  const sample = ({ name, about, body }) => html`<button type="button"
    onClick=${() => setValues({ ...body, turn: values.turn + 1 })}>
    <b>${name}</b> <span class="quiet">${about}</span><br />
    <code>${body.email}</code> <code>${body.masterPassword}</code>
  </button>`;
  return html`<main class="sign-in">
    <h1><bdi>${ofSite}</bdi> console</h1>
    <${Steps} key=${values.turn} values=${values} />
    ${accounts.length > 0 &&
    html`<section class="sample-accounts"><h2>Demo data</h2>${accounts.map(sample)}</section>`}
  </main>`;
}

/** Shown over a screen whose session has expired. The screen keeps its input. */
export function ExpiredSignIn() {
  const stay = (event) => event.preventDefault();
  return html`<${Modal} aria-labelledby="expired-title" onCancel=${stay}>
    <h2 id="expired-title">Sign in again</h2>
    <p>Your session has ended. What you have typed is kept.</p>
    <${Steps} values=${{ email: session.value.user.email }} />
    <button type="button" onClick=${() => setSession(null)}>Discard and sign out</button>
  <//>`;
}

/** Shown over a screen whose request needs a fresh sign-in. The screen keeps its input. */
export function Confirmation({ resolve, reject }) {
  const possible = useCall("beginAdminConfirm");
  const [byCode, setByCode] = useState(false);
  const cancel = () => reject(new Error("Nothing was sent: you have not confirmed that it is you."));
  async function confirm(proof) {
    await call("adminConfirm", {}, proof, { headers: deviceHeaders() });
    resolve();
  }
  const usePasskey = ({ challenge, passkeyOptions }) => async () => {
    try {
      await confirm({ challenge, passkey: await getPasskey(passkeyOptions) });
    } catch (error) {
      possible.reload(); // a challenge is answered once
      throw error;
    }
  };
  return html`<${Modal} close=${cancel} aria-labelledby="confirm-title">
    <h2 id="confirm-title">Confirm that it is you</h2>
    <p>You signed in more than ten minutes ago. What you have typed is kept.</p>
    <${Form} key=${byCode} fields=${[byCode ? CODE : MASTER]} label="Confirm" onCancel=${cancel}
      submit=${(input) => confirm(filled(input))} />
    ${possible.data?.passkeyOptions &&
    html`<${Action} run=${usePasskey(possible.data)}>Use a passkey<//>`}
    ${possible.data?.methods.includes("totp") &&
    html`<button type="button" class="link" onClick=${() => setByCode(!byCode)}>
      ${byCode ? "Use the master password" : "Use the authenticator app"}
    </button>`}
  <//>`;
}

async function start(operation, body) {
  const options = { anonymous: true, headers: deviceHeaders() };
  setSession(await call(operation, {}, body, options));
}

function Steps({ values }) {
  const [needed, setNeeded] = useState(null);
  if (needed) return html`<${SecondFactor} needed=${needed} back=${() => setNeeded(null)} />`;
  async function submit({ email, masterPassword }) {
    try {
      await start("adminLogin", { email, masterPassword });
    } catch (error) {
      if (error.code !== "second_factor_needed") throw error;
      setNeeded(error.body);
    }
  }
  return html`<${Form} fields=${[EMAIL, MASTER]} values=${values} submit=${submit}
    label="Sign in" />`;
}

function SecondFactor({ needed: { challenge, methods, passkeyOptions }, back }) {
  const hasApp = methods.includes("totp");
  const [byCode, setByCode] = useState(hasApp);
  const complete = (proof) => start("completeSecondFactor", { challenge, ...proof });
  const byPasskey = async () => complete({ passkey: await getPasskey(passkeyOptions) });
  return html`<p>Your account has a second factor.</p>
    ${passkeyOptions && html`<${Action} kind="primary" run=${byPasskey}>Use a passkey<//>`}
    <${Form} key=${byCode} fields=${[byCode ? CODE : RECOVERY]} label="Continue" onCancel=${back}
      submit=${(input) => complete(filled(input))} />
    ${methods.includes("recovery_code") &&
    hasApp &&
    html`<button type="button" class="link" onClick=${() => setByCode(!byCode)}>
      ${byCode ? "Use a recovery code" : "Use the authenticator app"}
    </button>`}`;
}

/** The answer of a passkey to the `passkeyOptions` of the API. */
export async function getPasskey(passkeyOptions) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(passkeyOptions);
  return /** @type {any} */ (await navigator.credentials.get({ publicKey })).toJSON();
}
