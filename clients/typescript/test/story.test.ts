import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { mock, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";

import {
  BridgeworkError,
  Joining,
  Session,
  adminLogin,
  adminPatchUser,
  applyToJob,
  codeOf,
  createBridgeworkClient,
  getMe,
  getOptions,
  getProfile,
  iterate,
  listExperts,
  listJobs,
  listMyJobMatches,
  listMyRoleMatches,
  login,
  logout,
  register,
  resendOtp,
  updateMe,
  updateProfile,
  updateProfileDetails,
  upload,
  uploadCv,
  watchChanges,
  watchNotifications,
  withResponse,
} from "bridgework-client";
import type { BridgeworkClient, ErrorCodes, JobPosting, JobStatus, Tokens } from "bridgework-client";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const enumsHaveOneType: Same<JobPosting["status"], JobStatus> = true;
export const codesAreAUnion: Same<"invalid_credentials" extends ErrorCodes["login"] ? 1 : 2, 1> = true;
export const codesAreNotAnyText: Same<string extends ErrorCodes["login"] ? 1 : 2, 2> = true;

const [baseUrl, strictUrl, password, masterPassword, python, ...helper] = JSON.parse(
  process.env.BRIDGEWORK_STORY ?? "[]",
) as [string, string, string, string, string, ...string[]];
const ADA = "ada.expert@example.com";
const PDF = new Blob(["%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n"], {
  type: "application/pdf",
});

/** Ask the tests' helper for a code or an expired token. */
async function ask(command: "code" | "expire", argument: string): Promise<string> {
  return (await promisify(execFile)(python, [...helper, command, argument])).stdout;
}

/** Replace the access token by one that has expired. */
async function expire(client: BridgeworkClient): Promise<void> {
  const tokens = client.session.tokens;
  assert.ok(tokens);
  client.session.start({ ...tokens, token: await ask("expire", tokens.token) });
}

async function refusal(call: Promise<unknown>): Promise<BridgeworkError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof BridgeworkError, String(error));
  return error;
}

test("the owner of an address joins after a stranger", async () => {
  const email = "owner.typescript@example.com";
  const stranger = createBridgeworkClient({ baseUrl });
  const strange = ["a stranger's password", "another one of the stranger"] as const;
  const roles = { role: "client", vendorsRole: "vendor" } as const;
  await register({ client: stranger, body: { email, password: strange[0], ...roles } });
  await refusal(register({ client: stranger, body: { email, password: strange[1] } }));

  const client = createBridgeworkClient({ baseUrl });
  const joining = new Joining(client, email, { password, jobsRole: "candidate" });
  const taken = await refusal(joining.register());
  assert.equal(codeOf(taken, "register"), "ACCOUNT_EXISTS");
  await joining.verify(await ask("code", email));
  const { data: me } = await getMe({ client });
  assert.deepEqual([me.role, me.jobsRole, me.vendorsRole], ["expert", "candidate", null]);
  for (const wrong of strange) {
    const refused = await refusal(login({ client: stranger, body: { email, password: wrong } }));
    assert.equal(codeOf(refused, "login"), "invalid_credentials");
  }
  client.session.start((await login({ client, body: { email, password } })).data);
  assert.equal((await getMe({ client })).data.id, me.id);
});

test("a candidate applies for a job", async () => {
  const email = "typescript@example.com";
  const stored: (Tokens | undefined)[] = [];
  const client = createBridgeworkClient({ baseUrl, onTokens: (tokens) => stored.push(tokens) });
  const joining = new Joining(client, email, { password, jobsRole: "candidate" });
  assert.equal((await joining.register()).user.jobsRole, "candidate");
  await joining.verify(await ask("code", email));
  await updateProfile({ client, body: { firstName: "Tess", lastName: "Script" } });
  const cv = await uploadCv(client, { fileName: "cv.pdf", content: PDF });
  assert.equal(cv.state, "ready");

  await expire(client);
  const refreshes = stored.length;
  const found: JobPosting[] = [];
  for await (const job of iterate(listJobs, { client, query: { search: "dentist", limit: 2 } })) {
    found.push(job);
  }
  assert.equal(stored.length, refreshes + 1);
  assert.ok(found.length > 2);
  assert.equal(new Set(found.map((job) => job.id)).size, found.length);
  const all = await listJobs({ client, query: { search: "dentist", limit: 100 } });
  assert.deepEqual(found, all.data.items);

  const [job] = found;
  assert.ok(job);
  const form = {
    path: { id: job.id },
    body: { firstName: "Tess", lastName: "Script", email, cvObjectPath: cv.objectPath },
  };
  const once = { client, ...form, headers: { "Idempotency-Key": "once" } };
  assert.deepEqual(await applyToJob(once), await applyToJob(once));
  const again = await refusal(applyToJob({ client, ...form }));
  assert.equal(again.status, 409);
  assert.equal((await listMyJobMatches({ client })).data.emptyReason, "not_verified");

  const admin = createBridgeworkClient({ baseUrl });
  const body = { email: "root.admin@example.com", masterPassword };
  admin.session.start((await adminLogin({ client: admin, body })).data);
  const { id } = (await getMe({ client })).data;
  await adminPatchUser({
    client: admin,
    path: { id },
    body: { jobsVerificationTier: "verified" },
  });
  assert.notEqual((await listMyJobMatches({ client })).data.emptyReason, "not_verified");
});

test("many calls refresh an expired token once, and a session ends", async () => {
  const stored: (Tokens | undefined)[] = [];
  const client = createBridgeworkClient({ baseUrl, onTokens: (tokens) => stored.push(tokens) });
  client.session.start((await login({ client, body: { email: ADA, password } })).data);
  await expire(client);
  const refreshes = stored.length;
  const profiles = await Promise.all(Array.from({ length: 10 }, () => getProfile({ client })));
  assert.equal(profiles.length, 10);
  assert.equal(stored.length, refreshes + 1);

  const matches = [];
  for await (const match of iterate(listMyRoleMatches, { client, query: { limit: 2 } })) {
    matches.push(match);
  }
  assert.ok(matches.length > 0);
  const asset = await upload(client, { fileName: "a.pdf", content: PDF });
  assert.equal(asset.folder, "general-assets");

  await logout({ client });
  const refused = await refusal(getMe({ client }));
  assert.equal(refused.status, 401);
  assert.equal(codeOf(refused, "getMe"), "token_invalid");
  assert.equal(client.session.tokens, undefined);
});

test("a refresh does not undo what happened meanwhile", async () => {
  let meanwhile = (): void => undefined;
  const client = createBridgeworkClient({
    baseUrl,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (response.url.endsWith("/auth/refresh")) meanwhile();
      return response;
    },
  });
  const signIn = async (): Promise<Tokens> =>
    (await login({ client, body: { email: ADA, password } })).data;
  client.session.start(await signIn());
  await expire(client);
  meanwhile = () => client.session.end();
  assert.equal((await refusal(getMe({ client }))).status, 401);
  assert.equal(client.session.isSignedIn, false);

  const other = await signIn();
  client.session.start(await signIn());
  await expire(client);
  meanwhile = () => client.session.start(other);
  await getMe({ client });
  assert.equal(client.session.tokens?.token, other.token);
});

test("a list with numbered pages", async () => {
  const client = createBridgeworkClient({ baseUrl });
  const ids = new Set<string>();
  for await (const expert of iterate(listExperts, { client, query: { limit: 7 } })) {
    assert.ok(!ids.has(expert.id));
    ids.add(expert.id);
  }
  assert.ok(ids.size > 7);
  let rest = 0;
  for await (const expert of iterate(listExperts, { client, query: { limit: 7, page: 2 } })) {
    assert.ok(ids.has(expert.id));
    rest += 1;
  }
  assert.equal(rest, ids.size - 7);
});

/** A client of a root administrator. */
async function administrator(url: string): Promise<BridgeworkClient> {
  const client = createBridgeworkClient({ baseUrl: url });
  const body = { email: "root.admin@example.com", masterPassword };
  client.session.start((await adminLogin({ client, body })).data);
  return client;
}

/** A relay to the server whose connections a test can break. */
async function relay(): Promise<{ url: string; sockets: Set<Socket>; stop: () => void }> {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((inbound) => {
    const outbound = connect(Number(port), hostname);
    for (const [from, to] of [[inbound, outbound], [outbound, inbound]] as const) {
      from.pipe(to);
      from.on("error", () => undefined);
      from.on("close", () => to.destroy());
    }
    sockets.add(inbound);
    inbound.on("close", () => sockets.delete(inbound));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${address.port}`, sockets, stop };
}

test("changes arrive on a stream", async () => {
  const client = await administrator(baseUrl);
  const controller = new AbortController();
  const changes = watchChanges(client, { signal: controller.signal });
  const email = "typescript.stream@example.com";
  const arrived = changes.next();
  setTimeout(() => void register({ client, body: { email, password } }), 500);
  const { value } = await arrived;
  assert.ok(value);
  assert.equal(value.type, "account.registered");
  const earlier = watchChanges(client, { signal: controller.signal, after: value.sequence - 1 });
  assert.deepEqual((await earlier.next()).value, value);
  controller.abort();
  assert.equal((await changes.next()).done, true);
});

test("a broken stream loses no change", async () => {
  const { url, sockets, stop } = await relay();
  const client = await administrator(url);
  const direct = await administrator(baseUrl);
  const changes = watchChanges(client);
  const first = changes.next();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.ok(sockets.size > 0);
  for (const socket of sockets) socket.destroy();
  for (const name of ["one", "two"]) {
    await register({ client: direct, body: { email: `typescript.${name}@example.com`, password } });
  }
  const one = (await first).value;
  const two = (await changes.next()).value;
  assert.ok(one && two);
  assert.deepEqual([one.type, two.type], ["account.registered", "account.registered"]);
  assert.equal(two.sequence, one.sequence + 1);
  const open = [...sockets];
  assert.equal(open.length, 1);
  await changes.return();
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(open.every((socket) => socket.destroyed));
  stop();
});

test("the stream of notifications begins with the counts", async () => {
  const client = createBridgeworkClient({ baseUrl });
  client.session.start((await login({ client, body: { email: ADA, password } })).data);
  const controller = new AbortController();
  const events = watchNotifications(client, { signal: controller.signal });
  const { value } = await events.next();
  assert.ok(value);
  assert.ok(value.event === "counts" && value.data.unread >= 0);
  controller.abort();
  assert.equal((await events.next()).done, true);
});

test("a refused stream throws", async () => {
  const anonymous = createBridgeworkClient({ baseUrl });
  const unsigned = await refusal(watchChanges(anonymous).next());
  assert.equal(codeOf(unsigned, "streamChanges"), "sign_in_needed");
  const client = await administrator(baseUrl);
  const future = await refusal(watchChanges(client, { after: 1e9 }).next());
  assert.equal(codeOf(future, "streamChanges"), "validation_failed");
  const changes = watchChanges(client);
  const next = changes.next();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await logout({ client: createBridgeworkClient({ baseUrl, tokens: client.session.tokens! }) });
  assert.equal((await refusal(next)).status, 401);
  const unreachable = createBridgeworkClient({ baseUrl: "http://127.0.0.1:1" });
  const failed = await refusal(watchChanges(unreachable).next());
  assert.deepEqual([failed.status, failed.code], [0, "no_response"]);
  assert.ok(failed.cause instanceof TypeError);
});

/** A stream with one event, which then stays open. */
function eventStream(unread: number): Response {
  const event = `id: ${unread}\nevent: counts\ndata: ${JSON.stringify({ unread })}\n\n`;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(event)),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** Let the time of `setTimeout` pass faster until a call is settled; return the seconds as well. */
async function hurry<Result>(call: () => Promise<Result>): Promise<[Result, number]> {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    let isSettled = false;
    const settled = (): void => void (isSettled = true);
    const result = call();
    result.then(settled, settled);
    let seconds = 0;
    for (; !isSettled && seconds < 200; seconds += 1) {
      mock.timers.tick(1000);
      await setImmediate();
    }
    assert.ok(isSettled);
    return [await result, seconds];
  } finally {
    mock.timers.reset();
  }
}

test("a stream continues after a silence and after refreshes that failed", async () => {
  const refusals: unknown[] = [
    new TypeError("offline"),
    new BridgeworkError(new Response(null, { status: 429 }), undefined),
    new BridgeworkError(new Response(null, { status: 503 }), undefined),
  ];
  let streams = 0;
  class Unsteady extends Session {
    override async access(): Promise<string> {
      if (streams > 0 && refusals.length > 0) throw refusals.shift();
      return "token";
    }
  }
  const client = createBridgeworkClient({
    baseUrl,
    session: (exchange, onTokens) => new Unsteady(undefined, exchange, onTokens),
    fetch: async () => eventStream((streams += 1)),
  });
  const events = watchNotifications(client);
  const [first] = await hurry(() => events.next());
  assert.deepEqual(first.value, { event: "counts", data: { unread: 1 } });
  const [second, seconds] = await hurry(() => events.next());
  assert.deepEqual(second.value, { event: "counts", data: { unread: 2 } });
  assert.equal(refusals.length, 0);
  const expected = 45 + 2 + 2 + 4 + 8;
  assert.ok(seconds >= expected && seconds < expected + 10, `${seconds} seconds`);
  await events.return();
});

test("a response that is no stream ends the stream", async () => {
  const page = (): Response =>
    new Response("<h1>Proxy</h1>", { headers: { "Content-Type": "text/html" } });
  const responses = [page(), eventStream(1), page()];
  const client = createBridgeworkClient({ baseUrl, fetch: async () => responses.shift()! });
  const never = await refusal(watchNotifications(client).next());
  assert.deepEqual([never.status, never.code], [200, "response_invalid"]);
  const events = watchNotifications(client);
  await hurry(() => events.next());
  const later = await refusal(hurry(() => events.next()));
  assert.deepEqual([later.status, later.code], [200, "response_invalid"]);
});

test("a refusal has a typed code and details", async () => {
  const client = createBridgeworkClient({ baseUrl });
  const wrong = await refusal(login({ client, body: { email: ADA, password: "not this one" } }));
  assert.equal(codeOf(wrong, "login"), "invalid_credentials");
  assert.ok(wrong.requestId);
  const invalid = await refusal(register({ client, body: { email: "nonsense", password: "a" } }));
  assert.deepEqual(invalid.details.map((each) => each.path).sort(), ["email", "password"]);
  assert.equal(codeOf(new Error("no response"), "login"), undefined);
});

test("an error without a response has a code and its cause", async () => {
  const unreachable = createBridgeworkClient({ baseUrl: "http://127.0.0.1:1" });
  const failed = await refusal(getOptions({ client: unreachable }));
  assert.deepEqual([failed.status, failed.code], [0, "no_response"]);
  assert.ok(failed.cause instanceof TypeError);
  assert.equal(codeOf(failed, "getOptions"), "no_response");

  const page = (status: number) => async () =>
    new Response("<h1>Gateway</h1>", { status, headers: { "Content-Type": "application/json" } });
  const broken = createBridgeworkClient({ baseUrl, fetch: page(200) });
  const unreadable = await refusal(getOptions({ client: broken }));
  assert.deepEqual([unreadable.status, unreadable.code], [200, "response_invalid"]);
  const gateway = createBridgeworkClient({ baseUrl, fetch: page(502) });
  assert.equal((await refusal(getOptions({ client: gateway }))).code, "http_502");

  const controller = new AbortController();
  controller.abort();
  const aborted = getOptions({ client: unreachable, signal: controller.signal });
  await assert.rejects(aborted, { name: "AbortError" });
});

test("a picture is uploaded and becomes the avatar", async () => {
  const client = createBridgeworkClient({ baseUrl });
  client.session.start((await login({ client, body: { email: ADA, password } })).data);
  const bytes = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  );
  const sent: number[] = [];
  const picture = await upload(client, {
    fileName: "me.png",
    content: new Blob([bytes], { type: "image/png" }),
    folder: "user-avatars",
    onProgress: (done, total) => sent.push(done / total),
  });
  assert.deepEqual(sent, [1]);
  const changed = await updateMe({ client, body: { avatarUrl: picture.fileUrl } });
  assert.equal(changed.data.avatarUrl, picture.fileUrl);
});

test("a response with its headers", async () => {
  const client = createBridgeworkClient({ baseUrl });
  client.session.start((await login({ client, body: { email: ADA, password } })).data);
  const { data, response } = await withResponse(getProfile, { client });
  assert.ok("availability" in data.data.profile);
  assert.ok(response.headers.get("ETag"));
  const fields = await getProfile({ client, responseStyle: "fields" });
  const tag: string | null = fields.response.headers.get("ETag");
  assert.equal(tag, response.headers.get("ETag"));
  assert.deepEqual(fields.data, data);
  const headers = { "If-Match": '"0-0000000000000000"' };
  const refused = await refusal(
    updateProfileDetails({ client, headers, body: { availability: "now" } }),
  );
  assert.equal(codeOf(refused, "updateProfileDetails"), "precondition_failed");
});

test("safe requests wait for the time that the server names, others do not", async () => {
  const client = createBridgeworkClient({ baseUrl: strictUrl });
  const start = performance.now();
  for (let count = 0; count < 4; count += 1) await getOptions({ client });
  assert.ok(performance.now() - start > 500);

  const impatient = createBridgeworkClient({ baseUrl: strictUrl, retries: 0 });
  const codes: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const body = { email: "no.account@example.com" };
    codes.push((await refusal(resendOtp({ client, body }))).code);
  }
  assert.ok(codes.includes("rate_limited"));
  const limited = await refusal(getOptions({ client: impatient }));
  assert.equal(codeOf(limited, "getOptions"), "rate_limited");
  assert.ok(limited.retryAfter !== undefined);
});

test("an abort ends the wait for the time that the server names", async () => {
  const busy = async (): Promise<Response> =>
    new Response(null, { status: 503, headers: { "Retry-After": "30" } });
  const client = createBridgeworkClient({ baseUrl, fetch: busy });
  const controller = new AbortController();
  const start = performance.now();
  setTimeout(() => controller.abort(), 100);
  const call = getOptions({ client, signal: controller.signal });
  await assert.rejects(call, { name: "AbortError" });
  assert.ok(performance.now() - start < 10_000);
});
