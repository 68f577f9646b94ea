// Registration, the code that verifies an e-mail address, and a forgotten password.
import { forgotPassword, register, resendOtp, resetPassword, verifyEmail } from "../api/open.js";
import { Action, Form, go, goFromHere, href, html, route, setSession, toast } from "../ui.js";
import { kindsOf, profilePath } from "../parts/navigation.js";
import { CODE, EMAIL, NEW_PASSWORD } from "../parts/account_fields.js";
import { goOn } from "./sign_in.js";

/** How people join, with the members of the registration that each has. */
const KINDS = [
  ["expert", "An expert: I offer my knowledge", { role: "expert" }],
  ["client", "A client: I look for experts", { role: "client" }],
  ["candidate", "A candidate: I look for a position", { role: "client", jobsRole: "candidate" }],
  ["clinic", "A clinic: I offer positions", { role: "client", jobsRole: "clinic_owner" }],
  ["vendor", "A vendor: I offer products", { role: "client", vendorsRole: "vendor" }],
  ["ambassador", "An ambassador for products", { role: "client", vendorsRole: "ambassador" }],
];
const KIND = {
  name: "kind", label: "I join as", type: "select",
  options: KINDS.map(([key, text]) => [key, text]),
};

export function Join() {
  const { as, next } = route.value.query;
  const kind = KINDS.some(([key]) => key === as) ? as : "expert";
  async function join({ kind, email, password }) {
    const go = goFromHere();
    const [, , roles] = KINDS.find(([key]) => key === kind);
    await register({}, { email, password, ...roles });
    go(["verify"], { email, next });
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">Join</h1>
    <p class="lead">It takes a minute. You complete your profile afterwards.</p>
    <${Form} fields=${[KIND, EMAIL, NEW_PASSWORD]} values=${{ kind }} label="Join" submit=${join} />
    <p class="quiet">Already a member? <a href=${href(["sign-in"], { next })}>Sign in</a>.</p>
  </section>`;
}

export function Verify() {
  const { email = "", next } = route.value.query;
  async function verify({ email, otp }) {
    const signedIn = await verifyEmail({}, { email, otp: otp.trim() });
    setSession(signedIn);
    if (next) goOn(next);
    else go(profilePath(kindsOf(signedIn.user)[0]), {}, true);
  }
  async function send() {
    await resendOtp({}, { email });
    toast("Another code was sent. The former one is no longer valid.");
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">Verify your e-mail address</h1>
    <p class="lead">A code was sent to <b>${email || "you"}</b>.</p>
    <${Form} fields=${email ? [CODE] : [EMAIL, CODE]} values=${{ email }} label="Continue"
      submit=${verify} />
    ${email && html`<p><${Action} kind="link" run=${send}>Send another code<//></p>`}
  </section>`;
}

export function Password() {
  const { email, sent, next } = route.value.query;
  async function ask(values) {
    const go = goFromHere();
    await forgotPassword({}, values);
    go(["password"], { ...values, next, sent: "1" });
  }
  async function reset({ otp, password }) {
    const go = goFromHere();
    await resetPassword({}, { email, otp: otp.trim(), newPassword: password });
    toast("Your password was changed.");
    go(["sign-in"], { email, next });
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">New password</h1>
    ${sent
      ? html`<p class="lead">A code was sent to <b><bdi>${email}</bdi></b>.</p>
          <${Form} key="reset" fields=${[CODE, { ...NEW_PASSWORD, label: "New password" }]}
            label="Change the password" submit=${reset} />
          <p class="quiet">No e-mail? <a href=${href(["password"], { email, next })}>
            Send the code again, or to another address</a>.</p>`
      : html`<p class="lead">You get a code by e-mail, with which you set a new password.</p>
          <${Form} key="ask" fields=${[EMAIL]} values=${{ email: email || "" }}
            label="Send the code" submit=${ask} />
          <p class="quiet">Remembered it?${" "}
            <a href=${href(["sign-in"], { email, next })}>Sign in</a>.</p>`}
  </section>`;
}
