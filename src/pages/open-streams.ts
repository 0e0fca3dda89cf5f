import type { Context } from 'koa';
import { ApiError } from '../kernel/errors/api-error.js';
import { OpenByAddress, type MostOpen } from '../kernel/http/limits/open-by-address.js';
import { countedCaller } from '../kernel/http/requests/client-address.js';

/** A listener of a room has two streams. The rate limit of an address lets about a hundred listeners ask for the clock; the same number fits here. */
const MOST: MostOpen = { ofAddress: 250, ofAll: 5_000 };
const RETRY_AFTER_SECONDS = 30;

/**
 * Counts the streams of rooms, which stay open for as long as a performance takes: a rate limit alone would let an address open some every minute until the
 * process has no memory and no file descriptors left.
 */
export class OpenStreams {
  private readonly open: OpenByAddress;

  constructor(private readonly trustedProxyHops = 0, most = MOST) {
    this.open = new OpenByAddress(most);
  }

  /** Counts the answer to this request until it ends or the client leaves. Raises `rate_limited` while too many streams are open. */
  hold(ctx: Context): void {
    const end = this.open.begin(countedCaller(ctx.req, this.trustedProxyHops));
    if (!end) {
      throw new ApiError('rate_limited', 'too many streams are open; close some, or try again later', { retryAfterSeconds: RETRY_AFTER_SECONDS },
        { 'Retry-After': String(RETRY_AFTER_SECONDS) });
    }
    // Who left before this call has closed the answer already, and no event comes any more.
    if (ctx.res.closed || ctx.req.socket.destroyed) end();
    else ctx.res.once('close', end);
  }
}
