/**
 * The provider is overloaded (429, 503, or its own overload answer) and asks for a later attempt. Clients see the stage
 * `provider_backoff`.
 */
export class ProviderBackoff extends Error {
  override readonly name = 'ProviderBackoff';
  constructor(readonly provider: string, readonly retryAfterMs: number, options?: ErrorOptions) {
    super(`${provider} asks to try again in ${Math.ceil(retryAfterMs / 1000)} s`, options);
  }
}

/** The provider failed. `retryable` says whether the same call may succeed later (5xx, time-out, unusable answer). */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  constructor(readonly provider: string, message: string, readonly retryable: boolean, options?: ErrorOptions) {
    super(`${provider}: ${message}`, options);
  }

  /** The message without the provider's name. */
  get reason(): string { return this.message.replace(`${this.provider}: `, ''); }
}

/** The provider answered, but the sound of this one line is wrong. Another answer may be right: it is retryable. */
export class LineFault extends ProviderFailure {
  constructor(provider: string, fault: string) { super(provider, fault, true); }
}
