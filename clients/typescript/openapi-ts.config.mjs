// script/clients names the input: the document, reduced by clients/generate.py.
export default {
  input: process.env.BRIDGEWORK_DOCUMENT,
  output: { path: "src/generated", module: { extension: ".js" } },
  plugins: [
    { name: "@hey-api/client-fetch", baseUrl: false, throwOnError: true },
    "@hey-api/typescript",
    { name: "@hey-api/sdk", client: false, responseStyle: "data" },
  ],
};
