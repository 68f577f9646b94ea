// Sign-in on a page of its own.
import { decoded } from "../../ui/address.js";
import { EMAIL, PASSWORD } from "../parts/account_fields.js";
import { enter } from "../parts/entering.js";
import { Purpose, kindFor } from "../parts/purpose.js";
import { Form, go, href, html, queryOf, route, session, useEffect } from "../ui.js";

/** Open the screen that asked for the sign-in. */
export function goOn(next) {
  // Only an address of this site: its parts become one path below the site.
  const [path, query] = (next || "").split(/\?(.*)/s);
  const values = queryOf(new URLSearchParams(query));
  go(path.split("/").filter(Boolean).map(decoded), values, true);
}

export function SignIn() {
  const { next, email } = route.value.query;
  const isMember = Boolean(session.value);
  useEffect(() => {
    if (isMember) goOn(next);
  }, [isMember]);
  return html`<section class="narrow">
    <h1 tabindex="-1">Sign in</h1>
    <${Purpose} next=${next} />
    <${Form} fields=${[EMAIL, PASSWORD]} values=${{ email: email || "" }} label="Sign in"
      submit=${enter} />
    <p><a href=${href(["password"], { next, email })}>Forgotten your password?</a></p>
    <p class="quiet">New here? <a href=${href(["join"], { as: kindFor(next), next })}>Join</a>.</p>
  </section>`;
}

