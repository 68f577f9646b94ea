// Sign-in, on a page of its own or over a screen whose session has expired.
import { login } from "../api/open.js";
import { decoded } from "../../ui/address.js";
import { EMAIL, PASSWORD } from "../parts/account_fields.js";
import { Form, Modal, go, href, html, queryOf, route, session, setSession, useEffect }
  from "../ui.js";

/** Open the screen that asked for the sign-in. */
export function goOn(next) {
  // Only an address of this site: its parts become one path below the site.
  const [path, query] = (next || "").split(/\?(.*)/s);
  const values = queryOf(new URLSearchParams(query));
  go(path.split("/").filter(Boolean).map(decoded), values, true);
}

async function enter({ email, password }) {
  try {
    setSession(await login({}, { email, password }));
  } catch (error) {
    if (error.code !== "email_not_verified") throw error;
    const { rememberTyped } = await import("../parts/registration.js");
    rememberTyped({ email, password });
    go(["verify"], { email, next: route.value.query.next });
  }
}

export function SignIn() {
  const { next, email } = route.value.query;
  const isMember = Boolean(session.value);
  useEffect(() => {
    if (isMember) goOn(next);
  }, [isMember]);
  return html`<section class="narrow">
    <h1 tabindex="-1">Sign in</h1>
    <${Form} fields=${[EMAIL, PASSWORD]} values=${{ email: email || "" }} label="Sign in"
      submit=${enter} />
    <p><a href=${href(["password"], { next, email })}>Forgotten your password?</a></p>
    <p class="quiet">New here? <a href=${href(["join"], { next })}>Join</a>.</p>
  </section>`;
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
