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

/** Words by which services say that they refuse what is asked of them for what it says or shows. */
const MODERATED = /moderat|content.?(?:policy|filter)|safety|responsible.?ai|not.?allowed.?content|policy.?violation|blocked.?by.?policy/i;

/** A service refuses what it is asked for because of its content. It would refuse it again: it is asked for once. */
export class ContentRefused extends ProviderFailure {
  constructor(provider: string, reason: string) {
    super(provider, `refuses what it is asked for (${reason}). Nothing was charged, and it is not asked again: `
      + 'use other words or another picture, and order it anew', false);
  }
}

/** What a service that answers with a failure says about it: a refusal of its content, or a failure that may pass. `code` is what it calls it. */
export function answeredFailure(provider: string, { code, message }: { code: string; message: string }, retryable: boolean): ProviderFailure {
  const isRefusal = !retryable && (MODERATED.test(code) || MODERATED.test(message));
  return isRefusal ? new ContentRefused(provider, message) : new ProviderFailure(provider, message, retryable);
}
