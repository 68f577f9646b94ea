// Registration, the code that verifies an e-mail address, and a forgotten password.
import { forgotPassword, register, resendOtp, resetPassword, verifyEmail } from "../api/open.js";
import { Action, Form, go, goFromHere, href, html, keepDevice, mustBeFaultless, route, session,
  setSession, settings, toast, useState } from "../ui.js";
import { remarkOn, withoutTypo } from "../../ui/misspelled.js";
import { kindsOf, profilePath } from "../parts/navigation.js";
import { CODE, EMAIL, NEW_PASSWORD } from "../parts/account_fields.js";
import { KIND, fromEmail, kindOf, kindToVerify, rememberTyped, rolesOf, typedFor }
  from "../parts/registration.js";
import { Purpose, kindFor } from "../parts/purpose.js";
import { goOn } from "./sign_in.js";

/** Named as the member of the request, so that its errors are shown at it. */
const PASSWORD = "registration.password";

export function Join() {
  const { as, next, email: known = "" } = route.value.query;
  const [taken, setTaken] = useState(null);
  async function join({ kind, email, password }) {
    const go = goFromHere();
    rememberTyped({ email, password, kind });
    try {
      await register({}, { email, password, ...rolesOf(kind) });
    } catch (error) {
      setTaken(error.code === "account_exists" ? { email, as: kind, next } : null);
      throw error;
    }
    go(["verify"], { email, as: kind, next });
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">Join</h1>
    <p class="lead">It takes a minute. You complete your profile afterwards.</p>
    <${Purpose} next=${next} />
    <${Form} fields=${[KIND, { ...EMAIL, remark: remarkOn }, NEW_PASSWORD]} label="Join" submit=${join}
      values=${{ kind: kindOf(as) || kindFor(next) || "expert", email: known }}><${Agreement} /><//>
    ${taken && html`<p>Is the address yours, but not verified yet?${" "}
      <a href=${href(["verify"], taken)}>Verify it with a code</a>.</p>`}
    <p class="quiet">Already a member? <a href=${href(["sign-in"], { next })}>Sign in</a>.</p>
  </section>`;
}

/** The pages that the operator has written. They open beside this one, which keeps its input. */
function Agreement() {
  const links = settings.documents.map(([path, title]) =>
    html`<li key=${path}><a href=${href([path])} target="_blank"><bdi>${title}</bdi></a></li>`);
  return links.length > 0 && html`<div class="quiet"><p>Who joins agrees to:</p>
    <ul>${links}</ul></div>`;
}

export function Verify() {
  const { as, next } = route.value.query;
  const [link] = useState(fromEmail);
  const [email] = useState(() => route.value.query.email || link.email || "");
  const [typed, setTyped] = useState(() => typedFor(email));
  const [{ field, kind, rolesFor }] = useState(kindToVerify);
  const fields = [
    ...(email ? [] : [EMAIL]),
    CODE,
    ...(typed.kind ? [] : [field]),
    ...(typed.password ? [] : [{ ...NEW_PASSWORD, name: PASSWORD, label: "Your password" }]),
  ];
  async function verify(values) {
    const chosen = typed.kind || values.kind;
    mustBeFaultless({ kind: !chosen && "Choose how you join." });
    const password = typed.password || values[PASSWORD];
    const registration = { password, ...rolesFor(chosen) };
    try {
      const { email, otp } = values;
      const body = { email, otp: otp.trim(), registration, linkToken: link.link };
      setSession(await verifyEmail({}, body));
    } catch (error) {
      if (error.faults?.[PASSWORD]) setTyped(({ kind }) => ({ kind }));
      throw error;
    }
    rememberTyped(null);
    if (next) goOn(next);
    else go(profilePath(kindsOf(session.value.user)[0]), {}, true);
  }
  async function send() {
    await resendOtp({}, { email });
    toast("Another code was sent. The former one is no longer valid.");
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">Verify your e-mail address</h1>
    <${Purpose} next=${next} />
    <p class="lead">${email
      ? html`Enter the code that was sent to <b><bdi>${email}</bdi></b>`
      : "Enter the code that was sent to you"}${typed.password
      ? "."
      : ", and the password that you want to sign in with."}</p>
    <${Form} fields=${fields} values=${{ email, kind }} username=${email} label="Continue"
      submit=${verify} />
    ${email && html`<p><${Action} kind="link" run=${send}>Send another code<//></p>
      <${OtherAddress} email=${email} as=${typed.kind || as} next=${next} />`}
  </section>`;
}

/** The way to another address, with what was probably meant if the domain looks misspelled. */
function OtherAddress({ email, ...query }) {
  const better = withoutTypo(email);
  return html`${better && html`<p class="notice">No e-mail can arrive at a misspelled address. Is it
      ${" "}<a href=${href(["join"], { ...query, email: better })}><bdi>${better}</bdi></a>?</p>`}
    <p class="quiet">Not your address? <a href=${href(["join"], query)}>Use another one</a>.</p>`;
}

export function Password() {
  const { next } = route.value.query;
  const [link] = useState(fromEmail);
  const email = route.value.query.email || link.email;
  const sent = route.value.query.sent || link.link;
  async function ask(values) {
    const go = goFromHere();
    await forgotPassword({}, values);
    go(["password"], { ...values, next, sent: "1" });
  }
  async function reset({ otp, password }) {
    const go = goFromHere();
    const body = { email, otp: otp.trim(), newPassword: password, linkToken: link.link };
    keepDevice(await resetPassword({}, body));
    toast("Your password was changed.");
    go(["sign-in"], { email, next });
  }
  return html`<section class="narrow">
    <h1 tabindex="-1">New password</h1>
    ${sent
      ? html`<p class="lead">A code was sent to <b><bdi>${email}</bdi></b>.</p>
          <${Form} key="reset" username=${email} fields=${[CODE, { ...NEW_PASSWORD, label: "New password" }]}
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
