// The administrator's own credentials: master password, authenticator app, passkeys.
import { Action, Card, Facts, Loaded, Page, Rows, When, ask, call, changed, filled, html, number,
  deviceHeaders, show, useCall } from "../ui.js";
import { MASTER, getPasskey } from "./sign_in.js";

const CODE = {
  name: "code", label: "Code of the authenticator app", as: "code", autocomplete: "one-time-code",
};

export function Credentials() {
  const state = useCall("listPasskeys");
  const factor = useCall("getSecondFactor");
  function reload() {
    state.reload();
    factor.reload();
  }
  const show = (passkey) => html`<${Facts} items=${[
      ["Name", passkey.name], ["Added", html`<${When} at=${passkey.createdAt} />`],
      ["Last used", html`<${When} at=${passkey.lastUsedAt} />`],
    ]} />
    <${Action} run=${() => removePasskey(passkey, reload)}>Remove<//>`;
  const addApp = html`<${Action} run=${() => addAuthenticatorApp(reload)}>
    Add or replace<//>`;
  const add = html`<${Action} run=${() => addPasskey(reload)}>Add a passkey<//>`;
  return html`<${Page} title="Your credentials" subtitle="How you sign in as an administrator">
    <${Card} title="Master password"><${Action} run=${changeMasterPassword}>Change<//><//>
    <${Card} title="Authenticator app" actions=${addApp}>
      <p>Shows a new code every half minute. You get ten recovery codes with it.</p>
      <${Loaded} state=${factor}>
        ${({ authenticatorAppAddedAt: at, recoveryCodeCount }) => html`<${Facts} items=${[
          ["App", at ? html`Added <${When} at=${at} />` : "None"],
          ["Unused recovery codes", number(recoveryCodeCount)],
        ]} />`}
      <//>
    <//>
    <${Card} title="Passkeys" actions=${add}>
      <${Loaded} state=${state}>
        ${(passkeys) =>
          html`<${Rows} items=${passkeys} empty="You have no passkeys." show=${show} />`}
      <//>
    <//>
    <${Card} title="Remove the second factor">
      <p>Removes the authenticator app, all passkeys and the recovery codes.</p>
      <${Action} kind="danger" run=${() => removeSecondFactor(reload)}>Remove<//>
    <//>
  <//>`;
}

function changeMasterPassword() {
  const present = { ...MASTER, name: "currentMasterPassword", label: "Present master password" };
  const next = {
    name: "newMasterPassword", label: "New master password", type: "password",
    hint: "At least 12 characters.", autocomplete: "new-password",
  };
  return ask({
    title: "Change the master password", text: "All your other sessions end.", label: "Change",
    fields: [present, next], done: "The master password was changed.",
    submit: (input) => call("changeMasterPassword", {}, input, { headers: deviceHeaders() }),
  });
}

/** A QR code of a text as an image: dark squares with a white margin, in both themes. */
async function qrCode(text) {
  const { generate } = await import("lean-qr");
  const code = generate(text);
  const numbers = [...Array(code.size).keys()];
  const squares = numbers.flatMap((y) => numbers.filter((x) => code.get(x, y)).map((x) => [x, y]));
  const size = code.size + 8;
  return html`<svg class="qr" role="img" aria-label="QR code" viewBox="-4 -4 ${size} ${size}">
    <path d=${squares.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("")} />
  </svg>`;
}

async function addAuthenticatorApp(reload) {
  const begun = await ask({
    title: "Add an authenticator app", label: "Continue", fields: [MASTER],
    submit: (input) => call("beginTotp", {}, input),
  });
  if (!begun) return;
  const { secret, otpauthUri } = begun;
  const confirmed = await ask({
    title: "Confirm the authenticator app", label: "Confirm",
    text: html`Scan this with the app: ${await qrCode(otpauthUri)} Or type <code>${secret}</code>, or
      open <a href=${otpauthUri}>this address</a> on the device with the app.`,
    fields: [{ ...CODE, hint: "The code that the app shows now." }],
    submit: (input) => call("confirmTotp", {}, input),
  });
  if (!confirmed) return;
  reload();
  await showRecoveryCodes(confirmed.recoveryCodes);
}

async function addPasskey(reload) {
  const begun = await ask({
    title: "Add a passkey", label: "Continue",
    fields: [{ name: "name", label: "Name of the device", hint: "For example: laptop" }, MASTER],
    submit: async ({ name, masterPassword }) =>
      ({ name, ...(await call("beginPasskey", {}, { masterPassword })) }),
  });
  if (!begun) return;
  const { name, challenge, passkeyOptions } = begun;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(passkeyOptions);
  const passkey = /** @type {any} */ (await navigator.credentials.create({ publicKey })).toJSON();
  const { recoveryCodes } = await call("addPasskey", {}, filled({ name, challenge, passkey }));
  changed("The passkey was added.", reload);
  if (recoveryCodes) await showRecoveryCodes(recoveryCodes);
}

async function removePasskey({ id, name }, reload) {
  await ask({
    title: `Remove the passkey “${name}”`, label: "Remove", danger: true, fields: [MASTER],
    submit: ({ masterPassword }) => call("removePasskey", { id }, { masterPassword }),
    done: `The passkey “${name}” was removed.`, reload,
  });
}

async function removeSecondFactor(reload) {
  const { challenge, passkeyOptions } = await call("beginSecondFactorRemoval");
  async function submit({ masterPassword, code }) {
    if (!code && !passkeyOptions) throw new Error("Type the code of your authenticator app.");
    const proof = code ? { code } : { challenge, passkey: await getPasskey(passkeyOptions) };
    await call("removeSecondFactor", {}, { masterPassword, ...proof });
  }
  await ask({
    title: "Remove the second factor",
    text: passkeyOptions
      ? "Leave the code empty to confirm with a passkey."
      : "Afterwards the master password alone opens your account.",
    label: "Remove", danger: true, fields: [MASTER, CODE],
    done: "The second factor was removed.", reload, submit,
  });
}

function showRecoveryCodes(codes) {
  const items = codes.map((code) => html`<li key=${code}><code>${code}</code></li>`);
  return show({
    title: "Your recovery codes",
    content: html`<p>Each of them replaces a lost second factor once. They are not shown again.</p>
      <ul class="codes">${items}</ul>`,
  });
}
