// Writes the types of the API's operations from its OpenAPI document.

const METHODS = ["get", "put", "post", "patch", "delete"];

/** The text of a file of declarations: `Operations`, with the parameters, body and answer of each. */
export function apiTypes({ components, paths }) {
  const schemas = Object.entries(components.schemas);
  const types = schemas.map(([name, schema]) => `  type ${name} = ${typeOf(schema)};`);
  const operations = Object.values(paths).flatMap((path) => METHODS.filter((one) => path[one])
    .map((method) => operationType(path[method], components)));
  return `declare namespace Schemas {\n${types.join("\n")}\n}\n` +
    `interface Operations {\n${operations.join("\n")}\n}\n`;
}

function operationType(operation, components) {
  const { operationId, parameters = [], requestBody, responses } = operation;
  const params = parameters.filter((one) => one.in === "path" || one.in === "query");
  const members = params.map(({ in: place, name, required }) =>
    `${JSON.stringify(name)}${required ? "" : "?"}: ${place === "path" ? "string" : "ParamValue"}`);
  const body = requestBody ? bodyType(requestBody.content) : "undefined";
  return `  ${operationId}: { params: { ${members.join("; ")} }; body: ${body}; ` +
    `answer: ${answerType(responses, components)} };`;
}

/** The types of a body: JSON, or a file. */
function bodyType(content) {
  return Object.entries(content)
    .map(([type, { schema }]) => (type === "application/json" ? typeOf(schema) : "Blob")).join(" | ");
}

/** What `call` returns: the member `data` of a payload that has one. */
function answerType(responses, { schemas }) {
  const status = Object.keys(responses).find((one) => one.startsWith("2"));
  const content = responses[status]?.content?.["application/json"];
  if (!content) return "string";
  const schema = resolved(content.schema, schemas);
  return typeOf(schema.properties?.data ?? content.schema);
}

function resolved(schema, schemas) {
  return schema.$ref ? schemas[nameOf(schema.$ref)] : schema;
}

const nameOf = (reference) => reference.split("/").at(-1);

function typeOf(schema) {
  const type = knownType(schema);
  return schema.nullable ? `${type} | null` : type;
}

function knownType(schema) {
  if (schema.$ref) return `Schemas.${nameOf(schema.$ref)}`;
  if (schema.allOf) return schema.allOf.map(grouped).join(" & ");
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map(grouped).join(" | ");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.type === "array") return `Array<${typeOf(schema.items ?? {})}>`;
  if (schema.type === "integer") return "number";
  if (schema.type === "object" || schema.properties) return objectType(schema);
  return schema.type ?? "unknown";
}

const grouped = (schema) => `(${typeOf(schema)})`;

function objectType({ properties = {}, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) =>
    `${JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`);
  const isMap = members.length === 0 && additionalProperties !== false;
  if (!isMap) return `{ ${members.join("; ")} }`;
  const isAny = additionalProperties === undefined || additionalProperties === true;
  return `Record<string, ${isAny ? "any" : typeOf(additionalProperties)}>`;
}
