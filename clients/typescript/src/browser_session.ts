import { Session } from "./session.js";
import type { Exchange, OnTokens, SignedInTokens, Tokens } from "./session.js";

const ANSWER_TIMEOUT = 300;
/** Longer than an exchange, which `createBridgeworkClient` stops after 30 seconds. */
const LOCK_TIMEOUT = 35_000;
/** More characters than the stored refresh token has. */
const PROBE = "-".repeat(1000);

/** What tabs tell each other: their tokens, or the refresh token whose access token they ask for. */
type Message = { tokens: Tokens } | { wanted: string } | { ended: true };

/**
 * One session for all tabs of a browser, which survives a reload:
 * `createBridgeworkClient({ baseUrl, session: browserSession() })`.
 *
 * The refresh token is in `localStorage` under `key`, the access token in memory alone. One tab at a
 * time exchanges the refresh token, and the others take its new access token. All tabs sign in and
 * out together, and the `onTokens` of each is called.
 *
 * On a server, and where the browser has no `BroadcastChannel` or refuses to write to `localStorage`,
 * it is a session of this page alone; on a server it can not start.
 */
export function browserSession({ key = "bridgework" }: { key?: string } = {}) {
  return (exchange: Exchange, onTokens: OnTokens): Session => {
    if (typeof document === "undefined") return new ServerSession(undefined, exchange, onTokens);
    const storage = findStorage(key);
    return storage === undefined
      ? new Session(undefined, exchange, onTokens)
      : new BrowserSession(exchange, onTokens, storage, key);
  };
}

/** A module that is loaded on a server as well must not mix the sessions of its visitors. */
class ServerSession extends Session {
  override start(): never {
    throw new Error("browserSession() is for browsers: on a server, use a client for each request.");
  }
}

class BrowserSession extends Session {
  readonly #storage: Storage;
  readonly #key: string;
  readonly #channel: BroadcastChannel;
  #onPair: (() => void) | undefined;
  #wasSignedIn: boolean;

  constructor(exchange: Exchange, onTokens: OnTokens, storage: Storage, key: string) {
    super(undefined, exchange, onTokens);
    this.#storage = storage;
    this.#key = key;
    this.#wasSignedIn = this.#stored !== null;
    this.#channel = new BroadcastChannel(key);
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => this.#hear(data);
    addEventListener("storage", (event) => {
      if (event.storageArea === storage && (event.key === key || event.key === null)) this.#follow();
    });
    // A page that the browser has kept for "back" has missed what happened meanwhile.
    addEventListener("pageshow", ({ persisted }) => {
      if (persisted) this.#follow();
    });
  }

  override get isSignedIn(): boolean {
    return this.#stored !== null;
  }

  override get deviceToken(): string | undefined {
    return this.#storage.getItem(`${this.#key}.device`) ?? undefined;
  }

  override keepDevice({ deviceToken }: { readonly deviceToken?: string | undefined }): void {
    if (deviceToken !== undefined) this.#storage.setItem(`${this.#key}.device`, deviceToken);
  }

  override start(tokens: SignedInTokens): void {
    this.keepDevice(tokens);
    this.#keep(tokens);
  }

  override end(): void {
    this.#storage.removeItem(this.#key);
    this.#channel.postMessage({ ended: true } satisfies Message);
    super.end();
  }

  override async access(): Promise<string | undefined> {
    return this.tokens?.token ?? this.replace("");
  }

  override async replace(refused: string): Promise<string | undefined> {
    if (this.tokens !== undefined && this.tokens.token !== refused) return this.tokens.token;
    if (this.#stored === null) return undefined;
    return this.once(() => this.#alone(() => this.#renew(refused)));
  }

  protected override set(tokens: Tokens | undefined): void {
    this.#wasSignedIn = tokens !== undefined;
    super.set(tokens);
  }

  get #stored(): string | null {
    return this.#storage.getItem(this.#key);
  }

  /** Run `action` while no other tab does. */
  async #alone<Result>(action: () => Promise<Result>): Promise<Result> {
    // Pages without TLS have no locks. Two tabs may then send the same refresh token, and for ten
    // seconds the server accepts it from both.
    if (navigator.locks === undefined) return action();
    const signal = AbortSignal.timeout(LOCK_TIMEOUT);
    let isHeld = false;
    const hold = (): Promise<Result> => {
      isHeld = true;
      return action();
    };
    try {
      return await navigator.locks.request(this.#key, { signal }, hold);
    } catch (error) {
      if (isHeld || !signal.aborted) throw error;
      // The browser has frozen the tab that holds the lock. Continue as without locks.
      return action();
    }
  }

  async #renew(refused: string): Promise<string | undefined> {
    for (let stored = this.#stored; stored !== null; stored = this.#stored) {
      if (this.tokens?.refreshToken !== stored) await this.#ask(stored);
      if (this.tokens !== undefined && this.tokens.token !== refused) return this.tokens.token;
      const tokens = await this.exchange(stored);
      // If another tab has signed in or out meanwhile, its session is the one that counts.
      if (this.#stored !== stored) continue;
      if (tokens === undefined) break;
      this.#keep(tokens);
      return tokens.token;
    }
    this.end();
    return undefined;
  }

  /** Ask the other tabs for the access token that belongs to a refresh token, and wait for it. */
  async #ask(refreshToken: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ANSWER_TIMEOUT);
      this.#onPair = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#channel.postMessage({ wanted: refreshToken } satisfies Message);
    });
    this.#onPair = undefined;
  }

  #keep(tokens: Tokens): void {
    const { token, refreshToken } = tokens;
    this.#storage.setItem(this.#key, refreshToken);
    this.#channel.postMessage({ tokens: { token, refreshToken } } satisfies Message);
    this.set(tokens);
  }

  #hear(message: Message): void {
    if ("ended" in message) {
      this.#follow();
    } else if ("wanted" in message) {
      const { tokens } = this;
      if (tokens?.refreshToken === message.wanted) {
        this.#channel.postMessage({ tokens } satisfies Message);
      }
    } else if (message.tokens.refreshToken === this.#stored) {
      if (message.tokens.token !== this.tokens?.token) this.set(message.tokens);
      this.#onPair?.();
    }
  }

  /** Do what another tab has done to the stored session. */
  #follow(): void {
    const stored = this.#stored;
    if (stored === this.tokens?.refreshToken) return;
    if (stored !== null) {
      // Maybe another account: the present access token must not be used for it.
      this.drop();
      this.#channel.postMessage({ wanted: stored } satisfies Message);
    } else if (this.#wasSignedIn) {
      this.set(undefined);
    }
  }
}

/** The storage for tabs to share; undefined if it is blocked or full, or the tabs can not talk. */
function findStorage(key: string): Storage | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  try {
    localStorage.setItem(`${key}.probe`, PROBE);
    localStorage.removeItem(`${key}.probe`);
    return localStorage;
  } catch {
    return undefined;
  }
}
