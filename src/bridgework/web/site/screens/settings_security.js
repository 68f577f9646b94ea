// The settings that decide who gets into an account: its e-mail address, password and sessions.
import { changePassword, confirmEmailChange, endSession, listSessions, requestEmailChange } from
  "../api/account.js";
import { CODE, EMAIL, NEW_PASSWORD, OWN_PASSWORD, PASSWORD } from "../parts/account_fields.js";
import { Action, Badge, Form, Loaded, Rows, When, ask, changed, goFromHere, href, html, route,
  session, setSession, toast, useApi, useState } from "../ui.js";

export function Email() {
  const { to } = route.value.query;
  async function request({ newEmail, password }) {
    const go = goFromHere();
    await requestEmailChange({}, { newEmail, password });
    go(["settings", "email"], { to: newEmail });
  }
  async function confirm({ otp }) {
    const go = goFromHere();
    const user = await confirmEmailChange({}, { otp: otp.trim() });
    setSession({ ...session.value, user });
    toast("Your e-mail address was changed.");
    go(["settings", "email"], {}, true);
  }
  if (to) {
    return html`<p>A code was sent to <b><bdi>${to}</bdi></b>.</p>
      <${Form} key="code" fields=${[CODE]} label="Change the address" submit=${confirm} />
      <p class="quiet">No e-mail? <a href=${href(["settings", "email"])}>
        Send the code again, or to another address</a>.</p>`;
  }
  const address = { ...EMAIL, name: "newEmail", label: "New address", autocomplete: "email" };
  return html`<p>Your address is <b><bdi>${session.value.user.email}</bdi></b>. You sign in with it,
      and get your e-mails there.</p>
    <${Form} key="new" fields=${[address, OWN_PASSWORD]} label="Send the code" submit=${request} />
    <p class="quiet">Other devices are signed out when the address changes.</p>`;
}

export function Password() {
  const [turn, setTurn] = useState(0);
  const fields = [
    { ...PASSWORD, name: "currentPassword", label: "Current password" },
    { ...NEW_PASSWORD, name: "newPassword", label: "New password" },
  ];
  async function change(values) {
    await changePassword({}, values);
    toast("Your password was changed. Other devices are signed out.");
    setTurn(turn + 1);
  }
  return html`<p>Other devices are signed out when the password changes.</p>
    <${Form} key=${turn} fields=${fields} label="Change the password" submit=${change} />
    <p class="quiet"><a href=${href(["password"], { email: session.value.user.email })}>
      Forgotten your password?</a></p>`;
}

/** @type {Array<[name: string, pattern: RegExp]>} */
const BROWSERS = [
  ["Edge", /Edg/], ["Opera", /OPR/], ["Firefox", /Firefox|FxiOS/], ["Chrome", /Chrom|CriOS/],
  ["Safari", /Safari/],
];
/** @type {Array<[name: string, pattern: RegExp]>} */
const SYSTEMS = [
  ["iPhone", /iPhone/], ["iPad", /iPad/], ["Android", /Android/], ["Windows", /Windows/],
  ["macOS", /Mac OS/], ["ChromeOS", /CrOS/], ["Linux", /Linux/],
];

/** `Firefox on Windows`, or what an unknown program says of itself. */
function deviceOf({ userAgent }) {
  const [browser, system] = [BROWSERS, SYSTEMS].map((known) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]);
  return [browser, system].filter(Boolean).join(" on ") || userAgent || "Unknown device";
}

export function Devices() {
  const state = useApi(listSessions, {});
  return html`<p>You are signed in on these devices. Is one not yours? Sign it out,
      and${" "}<a href=${href(["settings", "password"])}>change your password</a>.</p>
    <${Loaded} state=${state}>
      ${(sessions) => html`<${Sessions} items=${sessions} reload=${state.reload} />`}
    <//>`;
}

function Sessions({ items, reload }) {
  const others = items.filter(({ current }) => !current);
  const end = async (ids) => {
    for (const id of ids) {
      await endSession({ id }).catch((error) => {
        if (error.status !== 404) throw error; // it has ended in the meantime
      });
    }
  };
  const endOthers = () => ask({
    title: "Sign out all other devices?", label: "Sign them out",
    text: "They need your password to sign in again.",
    submit: () => end(others.map(({ id }) => id)),
    done: "All other devices were signed out.", reload,
  });
  const endOne = async (one) => {
    await end([one.id]);
    changed(`${deviceOf(one)} was signed out.`, reload);
  };
  const show = (one) => html`<div class="device">
    <div>
      <b><bdi>${deviceOf(one)}</bdi></b> ${one.current && html`<${Badge} value="This device" />`}
      <p class="quiet">Last used <${When} at=${one.lastSeenAt} />, signed in
        ${" "}<${When} at=${one.createdAt} />, IP address ${one.ip}</p>
    </div>
    ${!one.current && html`<${Action} run=${() => endOne(one)}
      aria-label="Sign out ${deviceOf(one)}">Sign out<//>`}
  </div>`;
  const sorted = [...items].sort((one, other) => other.current - one.current);
  return html`<${Rows} items=${sorted} show=${show} />
    ${others.length > 1 && html`<p>
      <${Action} run=${endOthers}>Sign out all other devices<//></p>`}`;
}
