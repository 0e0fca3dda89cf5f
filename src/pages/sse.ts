import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { streamOut } from '../kernel/http/file-response.js';
import type { LiveEvent } from '../kernel/contract/live.js';

const RETRY_MS = 2000;

export interface EventStreamOptions {
  /** After this time without an event a comment is sent, so that proxies keep the connection open. */
  heartbeatMs: number;
  /** Ends the events when the listener leaves. */
  listener: AbortController;
}

/**
 * Sends events as `text/event-stream`. A line's id is its entry index, from which a reconnecting browser continues; other events have
 * no id and do not change that position. Ends after `end`.
 */
export async function sendEvents(ctx: Context, events: AsyncIterable<LiveEvent>, options: EventStreamOptions): Promise<void> {
  ctx.status = 200;
  ctx.type = 'text/event-stream; charset=utf-8';
  ctx.set({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  ctx.res.once('close', () => options.listener.abort());
  await streamOut(ctx, Readable.from(frames(events, options)));
}

function frame(event: LiveEvent): string {
  const { type, ...data } = event;
  const id = event.type === 'line' ? `id: ${event.entryIndex}\n` : '';
  return `${id}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function* frames(events: AsyncIterable<LiveEvent>, options: EventStreamOptions): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  const iterator = events[Symbol.asyncIterator]();
  let pending = iterator.next();
  try {
    while (!options.listener.signal.aborted) {
      const next = await orSilence(pending, options);
      if (next === 'silence') {
        yield ': still here\n\n';
        continue;
      }
      if (next === 'gone' || next.done) return;
      yield frame(next.value);
      if (next.value.type === 'end') return;
      pending = iterator.next();
    }
  } finally {
    options.listener.abort();
    // The source has ended by the signal; a later failure is ignored because the listener has left.
    pending.catch(() => undefined);
    await iterator.return?.();
  }
}

type Turn = IteratorResult<LiveEvent> | 'silence' | 'gone';

/** The next event, `silence` after a heartbeat without one, or `gone` when the listener has left. */
function orSilence(pending: Promise<IteratorResult<LiveEvent>>, { heartbeatMs, listener }: EventStreamOptions): Promise<Turn> {
  return new Promise<Turn>((resolve, reject) => {
    const gone = (): void => settle(() => resolve('gone'));
    const timer = setTimeout(() => settle(() => resolve('silence')), heartbeatMs);
    const settle = (done: () => void): void => {
      clearTimeout(timer);
      listener.signal.removeEventListener('abort', gone);
      done();
    };
    listener.signal.addEventListener('abort', gone);
    pending.then((turn) => settle(() => resolve(turn)), (error: unknown) => settle(() => reject(error)));
  });
}
