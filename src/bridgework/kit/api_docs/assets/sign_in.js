// Signs in with the operations of this API, and passes the token to Swagger UI. The session is stored
// in this browser tab until it ends.
"use strict";

const STORED_SESSION = "bridgework-session";
const REFRESH_BEFORE_EXPIRY = 60_000;
const SHORTEST_DELAY = 10_000;

class SignIn {
  // `routes` are the method and URL of each operation by operationId. `onToken` is called with the
  // new token, or with null after a sign-out.
  constructor(routes, onToken) {
    this.routes = routes;
    this.onToken = onToken;
    this.session = null;
    this.panel = document.getElementById("sign-in");
    this.status = this.panel.querySelector(".sign-in-status");
    this.badge = document.getElementById("session");
    this.timer = 0;
  }

  // Shows the panel, and continues the stored session if it is still valid.
  start() {
    const accounts = JSON.parse(this.panel.dataset.accounts);
    this.panel.querySelector("ul").append(...accounts.map((account) => this.accountButton(account)));
    this.panel.querySelector(".sign-in-accounts").hidden = accounts.length === 0;
    this.panel.querySelector("form").addEventListener("submit", (event) => this.submit(event));
    this.badge.querySelector("button").addEventListener("click", () => this.signOut());
    this.panel.hidden = false;
    const stored = sessionStorage.getItem(STORED_SESSION);
    if (stored !== null) {
      this.open(JSON.parse(stored));
      return this.verify();
    }
  }

  accountButton(account) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.email = account.body.email;
    button.append(element("span", "avatar", initials(account.name)));
    const text = element("span", "account-text");
    text.append(element("b", "", account.name), element("small", "", account.about));
    button.append(text);
    button.addEventListener("click", () => this.signIn(account.operation, account.body));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  async submit(event) {
    event.preventDefault();
    const form = event.target;
    const email = form.email.value;
    const password = form.password.value;
    const isSignedIn = form.administrator.checked
      ? await this.signIn("adminLogin", { email, masterPassword: password })
      : await this.signIn("login", { email, password });
    if (isSignedIn) {
      form.reset();
      form.closest("details").open = false;
    }
  }

  async signIn(operation, body) {
    this.panel.setAttribute("aria-busy", "true");
    const { data, message } = await this.send(operation, { body });
    this.panel.removeAttribute("aria-busy");
    if (data === undefined) {
      this.status.textContent = message;
      return false;
    }
    const user = data.user;
    const name = [user.firstName, user.lastName].filter(Boolean).join(" ") || user.email;
    this.open({ ...tokens(data), email: user.email, name });
    return true;
  }

  async signOut() {
    const token = this.session.token;
    this.close("");
    await this.send("logout", { token });
  }

  // Refreshes or closes the session if its token is no longer valid.
  async verify() {
    const session = this.session;
    if (session === null) return;
    const { status } = await this.send("getMe", { token: session.token });
    if (status === 401 && this.session === session) await this.refresh();
  }

  async refresh() {
    const session = this.session;
    const { status, data } = await this.send("refreshToken", {
      body: { refreshToken: session.refreshToken },
    });
    if (this.session !== session) return;
    if (data !== undefined) {
      this.open({ ...session, ...tokens(data) });
    } else if (status === 401 || status === 422) {
      this.close("The session has ended. Sign in again.");
    } else {
      this.refreshIn(SHORTEST_DELAY);
    }
  }

  // Closes the session if another token, or none, is entered in the authorization dialog.
  replaceToken(token) {
    if (this.session !== null && this.session.token !== token) this.forget("");
  }

  open(session) {
    this.session = session;
    sessionStorage.setItem(STORED_SESSION, JSON.stringify(session));
    const left = new Date(session.expiresAt) - Date.now();
    this.refreshIn(Math.max(left - REFRESH_BEFORE_EXPIRY, left / 2, SHORTEST_DELAY));
    this.show("");
    this.onToken(session.token);
  }

  refreshIn(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), milliseconds);
  }

  close(message) {
    this.forget(message);
    this.onToken(null);
  }

  forget(message) {
    this.session = null;
    sessionStorage.removeItem(STORED_SESSION);
    clearTimeout(this.timer);
    this.show(message);
  }

  show(message) {
    const session = this.session;
    this.badge.hidden = session === null;
    this.badge.querySelector(".avatar").textContent = session && initials(session.name);
    this.badge.querySelector("b").textContent = session?.name ?? null;
    for (const button of this.panel.querySelectorAll("button[data-email]")) {
      button.setAttribute("aria-pressed", String(button.dataset.email === session?.email));
    }
    this.status.textContent = session ? `Signed in as ${session.name}.` : message;
  }

  // Returns the status with the `data` of a successful response, or else with a message.
  async send(operation, { body, token }) {
    const { method, url } = this.routes[operation];
    const headers = { accept: "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    if (body) headers["content-type"] = "application/json";
    try {
      const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
      const { data, message } = await response.json();
      return { status: response.status, data, message };
    } catch (error) {
      return { status: 0, message: `The server did not respond: ${error.message}` };
    }
  }
}

// The operations that the panel needs. Without one of them, it is not shown.
SignIn.OPERATIONS = ["login", "adminLogin", "refreshToken", "logout", "getMe"];

function tokens({ token, refreshToken, expiresAt }) {
  return { token, refreshToken, expiresAt };
}

function initials(name) {
  return name.split(" ").map((word) => word[0]).slice(0, 2).join("").toUpperCase();
}

function element(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}
