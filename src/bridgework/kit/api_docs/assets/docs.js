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
    throw new Error(`Too many requests. Reload this page in ${seconds} seconds.`);
  }
  if (!response.ok) {
    throw new Error(`The API description could not be loaded: HTTP status ${response.status}.`);
  }
  const spec = { ...(await response.json()), servers: [{ url: server }] };
  moveExamples(spec);
  return spec;
}

function operationsOf(spec) {
  return Object.entries(spec.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

// Swagger UI sends the example of a parameter. Optional query parameters have it in the description.
function moveExamples(spec) {
  const parameters = [
    ...Object.values(spec.components.parameters ?? {}),
    ...operationsOf(spec).flatMap(({ operation }) => operation.parameters ?? []),
  ];
  for (const parameter of parameters) {
    if (parameter.in !== "query" || parameter.required) continue;
    const example = parameter.example ?? parameter.schema.example ?? parameter.schema.items?.example;
    delete parameter.example;
    delete parameter.schema.example;
    delete parameter.schema.items?.example;
    if (example !== undefined) {
      const text = `Example: \`${[example].flat().join(", ")}\``;
      parameter.description = [parameter.description, text].filter(Boolean).join("\n\n");
    }
  }
}

function showDocument(spec) {
  const signIn = createSignIn(spec, (token) => {
    if (token === null) {
      ui.authActions.logout(["bearerAuth"]);
    } else {
      ui.preauthorizeApiKey("bearerAuth", token);
    }
  });
  const ui = SwaggerUIBundle({
    spec,
    dom_id: "#docs",
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    docExpansion: "none",
    filter: true,
    persistAuthorization: false,
    plugins: [operationsPlugin(spec["x-tagGroups"] ?? []), authorizationPlugin(signIn)],
    queryConfigEnabled: false,
    responseInterceptor: (response) => {
      if (response.status === 401) signIn?.verify();
      return response;
    },
    tryItOutEnabled: true,
    validatorUrl: null,
    onComplete: () => {
      document.querySelector('a[href="#find"]').addEventListener("click", goToFilter);
      signIn?.start();
    },
  });
}

function createSignIn(spec, onToken) {
  const routes = Object.fromEntries(
    operationsOf(spec).map(({ method, path, operation }) => [
      operation.operationId,
      { method: method.toUpperCase(), url: server + path },
    ]),
  );
  const isPossible = SignIn.OPERATIONS.every((operation) => operation in routes);
  return isPossible ? new SignIn(routes, onToken) : null;
}

// A plugin that notices when a token is entered or removed in the authorization dialog.
function authorizationPlugin(signIn) {
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          authorize: (original) => (payload) => {
            if (payload.bearerAuth) signIn?.replaceToken(payload.bearerAuth.value);
            return original(payload);
          },
          logout: (original) => (names) => {
            if (names.includes("bearerAuth")) signIn?.replaceToken(null);
            return original(names);
          },
        },
      },
    },
  };
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
