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

/** Words by which services say that they refuse a request because of its content. */
const MODERATED = /moderat|content.?(?:policy|filter)|safety|responsible.?ai|not.?allowed.?content|policy.?violation|blocked.?by.?policy/i;

/** A service refuses a request because of its content. It would refuse again, so the request is not repeated. */
export class ContentRefused extends ProviderFailure {
  constructor(provider: string, reason: string) {
    super(provider, `refuses what it is asked for (${reason}). Nothing was charged, and it is not asked again: `
      + 'use other words or another picture, and order it anew', false);
  }
}

/** The failure for a service's error answer: `ContentRefused` for a refusal of content, else a `ProviderFailure`. `code` is the error code of the service. */
export function answeredFailure(provider: string, { code, message }: { code: string; message: string }, retryable: boolean): ProviderFailure {
  const isRefusal = !retryable && (MODERATED.test(code) || MODERATED.test(message));
  return isRefusal ? new ContentRefused(provider, message) : new ProviderFailure(provider, message, retryable);
}
