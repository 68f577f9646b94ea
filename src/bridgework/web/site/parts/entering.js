// The form to sign in, and its place over a screen whose session has expired.
import { login } from "../api/open.js";
import { EMAIL, PASSWORD } from "./account_fields.js";
import { Form, Modal, go, html, route, session, setSession } from "../ui.js";

export async function enter({ email, password }) {
  try {
    setSession(await login({}, { email, password }));
  } catch (error) {
    if (error.code !== "email_not_verified") throw error;
    const { rememberTyped } = await import("./registration.js");
    rememberTyped({ email, password });
    go(["verify"], { email, next: route.value.query.next });
  }
}

/** Shown over a screen whose session has expired. The screen keeps its input. */
export function ExpiredSignIn() {
  const stay = (event) => event.preventDefault();
  return html`<${Modal} aria-labelledby="expired-title" onCancel=${stay} closedby="none">
    <h2 id="expired-title">Sign in again</h2>
    <p>Your session has ended. What you have typed is kept.</p>
    <${Form} fields=${[EMAIL, PASSWORD]} values=${{ email: session.value?.user.email || "" }}
      label="Sign in" submit=${enter} />
    <p><button type="button" class="link" onClick=${() => setSession(null)}>
      Discard and sign out
    </button></p>
  <//>`;
}
