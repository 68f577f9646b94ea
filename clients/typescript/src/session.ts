import { BridgeworkError } from "./errors.js";
import type { RefreshTokenResponse } from "./generated/types.gen.js";

/** The two tokens of a session, as a sign-in returns them. Store them to continue it later. */
export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** What a sign-in returns; a refresh has no token of the device. */
export interface SignedInTokens extends Tokens {
  readonly deviceToken?: string | undefined;
}

/** Sends a refresh token. */
export type Exchange = (refreshToken: string) => Promise<Response>;

/** Is called with each new pair of tokens, and with undefined when the session has ended. */
export type OnTokens = (tokens: Tokens | undefined) => void;

/** The tokens that a client sends. They are refreshed when the server refuses the access token. */
export class Session {
  #tokens: Tokens | undefined;
  #deviceToken: string | undefined;
  #refreshing: Promise<string | undefined> | undefined;
  readonly #exchange: Exchange;
  readonly #onTokens: OnTokens;

  constructor(
    tokens: Tokens | undefined,
    exchange: Exchange,
    onTokens: OnTokens,
    deviceToken?: string | undefined,
  ) {
    this.#tokens = tokens;
    this.#deviceToken = deviceToken;
    this.#exchange = exchange;
    this.#onTokens = onTokens;
  }

  /** The present tokens; undefined while no account has signed in. */
  get tokens(): Tokens | undefined {
    return this.#tokens;
  }

  /** Whether an account has signed in. */
  get isSignedIn(): boolean {
    return this.#tokens !== undefined;
  }

  /**
   * The token of an earlier sign-in on this device. It is sent with the next one, so that the
   * failures of other devices do not block it. Keep it when the session ends.
   */
  get deviceToken(): string | undefined {
    return this.#deviceToken;
  }

  /** Keep the token of this device: `start` does it, and after `resetPassword` the caller. */
  keepDevice({ deviceToken }: { readonly deviceToken?: string | undefined }): void {
    if (deviceToken !== undefined) this.#deviceToken = deviceToken;
  }

  /** The access token for the next request; undefined if no account has signed in. */
  async access(): Promise<string | undefined> {
    return this.#tokens?.token;
  }

  /** Continue as the account that has signed in. */
  start(tokens: SignedInTokens): void {
    this.keepDevice(tokens);
    this.set(tokens);
  }

  /** Forget the tokens. `logout` ends the session on the server. */
  end(): void {
    this.set(undefined);
  }

  /**
   * A token that replaces `refused`; undefined if the session has ended. Concurrent calls share one
   * exchange, since a refresh token is valid once.
   */
  async replace(refused: string): Promise<string | undefined> {
    if (this.#tokens?.token !== refused) return this.#tokens?.token;
    const { refreshToken } = this.#tokens;
    return this.once(async () => {
      const tokens = await this.exchange(refreshToken);
      // Meanwhile the session has ended, or another one has started.
      if (this.#tokens?.refreshToken !== refreshToken) return this.#tokens?.token;
      this.set(tokens);
      return tokens?.token;
    });
  }

  /** What `renew` returns. Calls while it runs share its result. */
  protected once(renew: () => Promise<string | undefined>): Promise<string | undefined> {
    this.#refreshing ??= renew().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  /** The next pair of tokens; undefined if the session has ended. */
  protected async exchange(refreshToken: string): Promise<Tokens | undefined> {
    const response = await this.#exchange(refreshToken);
    if (response.ok) return ((await response.json()) as RefreshTokenResponse).data;
    if (response.status === 401) return undefined;
    throw new BridgeworkError(response, await response.json().catch(() => undefined));
  }

  /** Use these tokens from now on. */
  protected set(tokens: Tokens | undefined): void {
    this.#tokens = tokens && { token: tokens.token, refreshToken: tokens.refreshToken };
    this.#onTokens(this.#tokens);
  }

  /** Have no access token in memory until the next request needs one. */
  protected drop(): void {
    this.#tokens = undefined;
  }
}
