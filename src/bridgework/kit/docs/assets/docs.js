// Shows the API's own description. Nothing is taken from the page's address, and nothing is
// fetched from elsewhere; the Content-Security-Policy would refuse it.
"use strict";

const description = document.querySelector('link[rel="service-desc"]').href;

// Requests go to where this page came from, whatever public address the description names:
// so they work through a tunnel or under another name of this machine too.
const server = new URL(".", description).href.replace(/\/$/, "");

async function read() {
  const answer = await fetch(description, { headers: { accept: "application/json" } });
  if (answer.status === 429) {
    const seconds = answer.headers.get("retry-after");
    throw new Error(`Too many requests: load this page again in ${seconds} seconds.`);
  }
  if (!answer.ok) {
    throw new Error(`The description could not be read: HTTP status ${answer.status}.`);
  }
  return { ...(await answer.json()), servers: [{ url: server }] };
}

function show(spec) {
  SwaggerUIBundle({
    spec,
    dom_id: "#docs",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "list",
    filter: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    tryItOutEnabled: true,
    validatorUrl: null,
  });
}

function tell(problem) {
  document.querySelector("#docs .notice").textContent = problem.message;
}

function follow(preference) {
  document.documentElement.classList.toggle("dark-mode", preference.matches);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", follow);
follow(dark);
read().then(show).catch(tell);
