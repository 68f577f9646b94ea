// Shows the OpenAPI document of this server. The page's URL is not read for parameters, and
// nothing is fetched from other origins; the Content-Security-Policy would refuse it.
"use strict";

const description = document.querySelector('link[rel="service-desc"]').href;

// Requests go to the origin of this page, whatever public URL the document names, so that they
// also work through a tunnel.
const server = new URL(".", description).href.replace(/\/$/, "");

async function fetchDocument() {
  const response = await fetch(description, { headers: { accept: "application/json" } });
  if (response.status === 429) {
    const seconds = response.headers.get("retry-after");
    throw new Error(`Too many requests: load this page again in ${seconds} seconds.`);
  }
  if (!response.ok) {
    throw new Error(`The description could not be read: HTTP status ${response.status}.`);
  }
  return { ...(await response.json()), servers: [{ url: server }] };
}

function showDocument(spec) {
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

function showError(error) {
  document.querySelector("#docs .notice").textContent = error.message;
}

function applyColorScheme(preference) {
  document.documentElement.classList.toggle("dark-mode", preference.matches);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
dark.addEventListener("change", applyColorScheme);
applyColorScheme(dark);
fetchDocument().then(showDocument).catch(showError);
