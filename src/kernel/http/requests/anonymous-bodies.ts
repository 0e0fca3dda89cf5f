import { ApiError } from '../../errors/api-error.js';
import { OpenByAddress } from '../limits/open-by-address.js';

/** Limits of bodies of unknown senders that are received at the same time. Each body has at most `MAX_FORM_FIELD_BYTES`. */
const MOST = { ofAddress: 8, ofAll: 32 };
/** The time in which a form of an unknown sender must arrive; such a form is small. */
const MAX_ARRIVAL_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;

/** A body that is being received from a sender who is not authenticated yet. */
export interface AnonymousBody {
  /** Aborts, with an `ApiError`, when the body has not arrived in time. */
  signal: AbortSignal;
  /** Stops counting the body: it has arrived, was refused, or its sender is known now. */
  end(): void;
}

/** Counts the bodies of unknown senders that this process is receiving, so that they use a bounded amount of memory and connections. */
export class AnonymousBodies {
  private readonly open = new OpenByAddress(MOST);

  /** Starts counting a body. Raises `rate_limited` while too many such bodies are being received. */
  begin(address: string): AnonymousBody {
    const endCounting = this.open.begin(address);
    if (!endCounting) {
      throw new ApiError('rate_limited', 'too many forms are being received; send this one again', { retryAfterSeconds: RETRY_AFTER_SECONDS },
        { 'Retry-After': String(RETRY_AFTER_SECONDS) });
    }
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new ApiError('validation_failed', `the form did not arrive within ${MAX_ARRIVAL_MS / 1_000} seconds; send it again`, { field: 'body' })), MAX_ARRIVAL_MS).unref();
    return {
      signal: late.signal,
      end: () => {
        clearTimeout(timer);
        endCounting();
      },
    };
  }
}
