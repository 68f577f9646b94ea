import { BridgeworkError } from "./errors.js";
import type { RefreshTokenResponse } from "./generated/types.gen.js";

/** The two tokens of a session, as a sign-in returns them. Store them to continue it later. */
export interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

/** The tokens that a client sends. They are refreshed when the server refuses the access token. */
export class Session {
  #tokens: Tokens | undefined;
  #refreshing: Promise<string | undefined> | undefined;
  readonly #exchange: (refreshToken: string) => Promise<Response>;
  readonly #onChange: (tokens: Tokens | undefined) => void;

  /** `exchange` sends a refresh token; `onChange` is called with each new pair of tokens. */
  constructor(
    tokens: Tokens | undefined,
    exchange: (refreshToken: string) => Promise<Response>,
    onChange: (tokens: Tokens | undefined) => void,
  ) {
    this.#tokens = tokens;
    this.#exchange = exchange;
    this.#onChange = onChange;
  }

  /** The present tokens; undefined while no account has signed in. */
  get tokens(): Tokens | undefined {
    return this.#tokens;
  }

  /** Continue as the account that has signed in. */
  start({ token, refreshToken }: Tokens): void {
    this.#set({ token, refreshToken });
  }

  /** Forget the tokens. `logout` ends the session on the server. */
  end(): void {
    this.#set(undefined);
  }

  /**
   * A token that replaces `refused`; undefined if the session has ended. Concurrent calls share one
   * exchange, since a refresh token is valid once.
   */
  async replace(refused: string): Promise<string | undefined> {
    if (this.#tokens?.token !== refused) return this.#tokens?.token;
    this.#refreshing ??= this.#refresh(this.#tokens.refreshToken).finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(refreshToken: string): Promise<string | undefined> {
    const response = await this.#exchange(refreshToken);
    if (response.ok) {
      const { data } = (await response.json()) as RefreshTokenResponse;
      this.start(data);
      return data.token;
    }
    if (response.status !== 401) {
      const body: unknown = await response.json().catch(() => undefined);
      throw new BridgeworkError(response, body);
    }
    this.end();
    return undefined;
  }

  #set(tokens: Tokens | undefined): void {
    this.#tokens = tokens;
    this.#onChange(tokens);
  }
}
