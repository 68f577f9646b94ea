// Webhooks: where changes are sent, and their deliveries.
import { Action, Badge, Card, Chips, CreatedList, Facts, Listing, Page, RecordPage, When, actions,
  ask, call, changed, chips, href, html, lines, oneOf, showSecret, state, time, useCall, useState }
  from "../ui.js";

const BACK = { href: href(["access", "webhooks"]), label: "Webhooks" };
const FIELDS = [
  { name: "url", label: "URL", required: true, hint: "Deliveries are sent there by POST." },
  {
    name: "types", label: "Types of changes", type: "list", required: true,
    hint: "One a line, such as job.approved. An asterisk (*) is every type.",
  },
  { name: "description", hint: "A note for administrators." },
];

const stateOf = ({ enabled }) => (enabled ? "enabled" : "disabled");
const COLUMNS = [
  { key: "url", label: "URL" }, { key: "description", label: "Description" },
  chips("types", "Types"), state("enabled", "State", stateOf), time("createdAt", "Created"),
];

export function Webhooks() {
  return html`<${CreatedList} text="Changes are sent to other systems as signed requests."
    label="Create a webhook" create=${createWebhook} operation="adminListWebhooks" name="webhooks"
    columns=${COLUMNS} rowHref=${({ id }) => href(["access", "webhooks", id])}
    empty="There are no webhooks." />`;
}

async function createWebhook() {
  const created = await ask({
    title: "Create a webhook", fields: FIELDS, values: { types: ["*"] }, label: "Create",
    submit: (input) => call("adminCreateWebhook", {}, { ...input, types: lines(input.types) }),
  });
  if (created) await showSecretOf(created);
  return created;
}

const showSecretOf = ({ secret }) =>
  showSecret("The secret of the webhook", secret, "The receiver verifies signatures with it.");

const REASONS = {
  administrator: "an administrator disabled it", gone: "the receiver responded 410 Gone",
  failing: "a delivery failed twelve times",
};

export function Webhook({ id }) {
  const loaded = useCall("adminListWebhooks");
  const one = loaded.data?.find((each) => each.id === id);
  const found = { ...loaded, data: loaded.data && (one ?? null) };
  return html`<${RecordPage} state=${found} noun="Webhook" back=${BACK}
    missing="There is no such webhook.">
    ${(webhook) => html`<${Details} webhook=${webhook} reload=${loaded.reload} />`}
  <//>`;
}

const hostOf = (url) => url.match(/^\w+:\/\/([^/?#]+)/)?.[1] || url;

function Details({ webhook, reload }) {
  const { id, url, types, description, enabled } = webhook;
  const [tests, setTests] = useState(0);
  async function test() {
    await call("adminTestWebhook", { id });
    changed("A test is on its way.", () => setTests(tests + 1));
  }
  async function toggle() {
    await call("adminUpdateWebhook", { id }, { enabled: !enabled });
    changed(enabled ? "The webhook was disabled." : "The webhook was enabled.", reload);
  }
  const buttons = html`
    ${enabled && html`<${Action} run=${test}>Send a test<//>`}
    <${Action} run=${() => edit(webhook, reload)}>Edit<//>
    <${Action} run=${toggle}>${enabled ? "Disable" : "Enable"}<//>
    <${Action} run=${() => rotate(webhook, reload)}>Rotate the secret<//>
    <${Action} kind="danger" run=${() => remove(webhook)}>Delete<//>`;
  return html`<${Page} title=${description || hostOf(url)} back=${BACK}
    subtitle=${html`<${Badge} value=${stateOf(webhook)} />`} actions=${buttons}>
    <${Card}>
      <${Facts} omitEmpty items=${[
        ["URL", html`<code>${url}</code>`], ["Types", html`<${Chips} items=${types} />`],
        ["Disabled because", REASONS[webhook.disabledReason]],
        ["Disabled", webhook.disabledAt && html`<${When} at=${webhook.disabledAt} />`],
        ["Former secret until", webhook.previousSecretExpiresAt &&
          html`<${When} at=${webhook.previousSecretExpiresAt} />`],
      ]} />
    <//>
    <${Deliveries} key=${tests} id=${id} />
  <//>`;
}

const STATUSES = ["pending", "succeeded", "failed"];
/** @type {Columns<"adminListDeliveries">} */
const DELIVERY_COLUMNS = [
  time("createdAt", "Created"), { key: "type", label: "Type" },
  { key: "sequence", label: "Number" }, state("status", "State"),
  { key: "attempts", label: "Attempts" }, { key: "responseStatus", label: "Response" },
  time("nextAttemptAt", "Next attempt"), actions(showRedeliver),
];

function Deliveries({ id }) {
  return html`<${Listing} operation="adminListDeliveries" params=${{ id }} name="deliveries" nouns=${["delivery", "deliveries"]}
    columns=${DELIVERY_COLUMNS} filters=${[oneOf("status", "State", STATUSES)]}
    detail=${showDelivery} empty="There are no deliveries." />`;
}

function showDelivery(one) {
  return html`<${Facts} omitEmpty items=${[
      ["ID", html`<code>${one.id}</code>`],
      ["Record", html`${one.subject.kind} <code>${one.subject.id}</code>`],
      ["Last attempt", one.lastAttemptAt && html`<${When} at=${one.lastAttemptAt} />`],
      ["Error", one.error],
    ]} />
    ${one.responseBody && html`<pre>${one.responseBody}</pre>`}`;
}

function showRedeliver({ id, status }, reload) {
  if (status === "pending") return null;
  async function redeliver() {
    await call("adminRedeliver", { id });
    changed("The delivery is sent again.", reload);
  }
  return html`<${Action} run=${redeliver}>Send again<//>`;
}

function edit({ id, url, types, description }, reload) {
  return ask({
    title: "Edit the webhook", fields: FIELDS, values: { url, types, description }, label: "Save",
    submit: (input) => call("adminUpdateWebhook", { id }, { ...input, types: lines(input.types) }),
    done: "The webhook was changed.", reload,
  });
}

async function rotate({ id }, reload) {
  const rotated = await ask({
    title: "Rotate the secret", label: "Rotate", danger: true,
    text: "For 24 hours deliveries are signed with both secrets.",
    submit: () => call("adminRotateWebhookSecret", { id }),
  });
  if (!rotated) return;
  await showSecretOf(rotated);
  reload();
}

async function remove({ id }) {
  const isDeleted = await ask({
    title: "Delete the webhook", label: "Delete", danger: true,
    text: "Its pending deliveries are not sent, and the list of its deliveries is deleted.",
    submit: () => call("adminDeleteWebhook", { id }), done: "The webhook was deleted.",
  });
  if (isDeleted) location.hash = BACK.href;
}
