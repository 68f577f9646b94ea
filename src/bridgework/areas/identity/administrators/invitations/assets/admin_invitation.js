
"use strict";
{
  const find = (id) => document.getElementById(id);
  const fields = {
    password: find("password"),
    masterPassword: find("master-password"),
    repeated: find("repeated"),
  };
  const email = find("email");
  const form = find("form");
  const message = find("message");
  const send = find("send");
  const MISSING =
    "The link is incomplete, or this page was reloaded. Open the link in the e-mail again.";
  const NO_LONGER_VALID =
    "This invitation is no longer valid. It was used, has expired, was replaced by a newer one, or " +
    "the password was wrong five times. Ask another administrator to send you a new invitation.";
  const WRONG_PASSWORD =
    "This is not your account’s password. After five wrong attempts, the link stops working.";
  const NOT_REACHED = "We could not reach the server. Check your connection and try again.";
  const TIMEOUT_MILLISECONDS = 30000;
  let token = "";

  function fault(input, text) {
    const line = find(input.id + "-error");
    line.textContent = text;
    line.hidden = !text;
    input.setAttribute("aria-invalid", String(Boolean(text)));
  }

  function say(text) {
    message.textContent = text;
    message.hidden = !text;
  }

  function clear() {
    say("");
    for (const input of Object.values(fields)) fault(input, "");
  }

  function finish(title, text) {
    token = "";
    for (const input of Object.values(fields)) input.value = "";
    form.hidden = true;
    find("title").textContent = title;
    say(text);
    find("title").focus();
  }

  function focusFirstFault() {
    const first = Object.values(fields).find((input) => input.ariaInvalid === "true");
    if (first) first.focus();
  }

  function check() {
    const { password, masterPassword, repeated } = fields;
    if (!password.value) fault(password, "Enter your account’s password.");
    if ([...masterPassword.value].length < 12) {
      fault(masterPassword, "Use at least 12 characters.");
    } else if (masterPassword.value === password.value) {
      fault(masterPassword, "Choose a password that differs from your account’s password.");
    } else if (masterPassword.value !== repeated.value) {
      fault(repeated, "The two master passwords differ.");
    }
    focusFirstFault();
    return Object.values(fields).every((input) => input.ariaInvalid !== "true");
  }

  async function refused(response) {
    const body = await response.json().catch(() => ({}));
    if (response.status === 400 && body.error === "invitation_invalid") {
      finish("This invitation can’t be used", NO_LONGER_VALID);
    } else if (response.status === 401) {
      fields.password.value = "";
      fault(fields.password, WRONG_PASSWORD);
    } else if (response.status === 422) {
      for (const detail of body.details || []) {
        if (detail.path in fields) fault(fields[detail.path], detail.message);
        else say(detail.path === "token" ? MISSING : detail.message);
      }
    } else if (response.status === 429) {
      const seconds = response.headers.get("Retry-After") || "60";
      say("Too many attempts. Try again in " + seconds + " seconds.");
    } else {
      say("Something went wrong on our side. Try again in a minute.");
    }
    focusFirstFault();
  }

  async function accept() {
    const response = await fetch("auth/admin/accept-invitation", {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      body: JSON.stringify({
        token,
        password: fields.password.value,
        masterPassword: fields.masterPassword.value,
      }),
    });
    if (!response.ok) return refused(response);
    finish("Your master password is set", "");
    find("done").hidden = false;
  }

  function readToken() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("token")) {
      token = given.get("token");
      // Password managers save the master password under it.
      email.value = given.get("email") || "";
      find("account").hidden = !email.value;
    }
    // Neither the history nor a screenshot shows the token from now on.
    if (location.hash) history.replaceState(null, "", location.pathname);
    clear();
    form.hidden = !token;
    if (token) find("done").hidden = true;
    else say(MISSING);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    clear();
    if (!check()) return;
    send.disabled = true;
    try {
      await accept();
    } catch {
      say(NOT_REACHED);
    } finally {
      send.disabled = false;
    }
  });
  find("show").addEventListener("change", (event) => {
    const type = event.target.checked ? "text" : "password";
    for (const input of Object.values(fields)) input.type = type;
  });
  addEventListener("hashchange", () => location.hash && readToken());
  readToken();
}
