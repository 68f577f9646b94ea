import type { BridgeworkClient } from "./client.js";
import { register, verifyEmail } from "./generated/sdk.gen.js";
import type { Registered, Registration, SignedInOnDevice } from "./generated/types.gen.js";

/**
 * Registers an account, and verifies its address with the same password and roles, which stay in
 * memory until then. They replace those of another person who has registered the address.
 */
export class Joining {
  readonly #client: BridgeworkClient;
  readonly #email: string;
  readonly #registration: Registration;

  constructor(client: BridgeworkClient, email: string, registration: Registration) {
    this.#client = client;
    this.#email = email;
    this.#registration = registration;
  }

  /**
   * Create the account. After the error `ACCOUNT_EXISTS` the owner of the address may still `verify`
   * it, with the newest code.
   */
  async register(options: { readonly botCheckToken?: string } = {}): Promise<Registered> {
    const body = { email: this.#email, ...this.#registration, ...options };
    return (await register({ client: this.#client, body })).data;
  }

  /** Verify the address with a code, and continue as the account. */
  async verify(
    otp: string,
    /** `linkToken` is that of the link in the e-mail. */
    options: { readonly linkToken?: string } = {},
  ): Promise<SignedInOnDevice> {
    const body = { email: this.#email, otp, registration: this.#registration, ...options };
    const signedIn = (await verifyEmail({ client: this.#client, body })).data;
    this.#client.session.start(signedIn);
    return signedIn;
  }
}
