import { createHmac } from 'node:crypto';
import type { Database } from '../../../kernel/db/database.js';
import type { Logger } from '../../../kernel/log/index.js';
import { appOf, isBot } from './apps.js';
import { addListens, findSalt, saltOf, type Listen } from './listens-store.js';

/** Sound that was sent in answer to one request. `range` has its first and last byte. */
export interface SentSound {
  release: { id: string; byteSize: number; soundFrom: number; durationMs: number };
  range: { start: number; end: number };
  sentBytes: number;
  address: string;
  userAgent: string;
}

const FLUSH_EVERY_MS = 2_000;
/** At most this many answers are kept while the database is away; later ones are not counted. */
const MAX_KEPT = 20_000;
const BATCH = 1_000;
/** A minute of sound makes a download. */
const COUNTED_MS = 60_000;

const DAY_MS = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The first notes, up to a change of the day: a listener who listens past midnight must find the row that the day before wrote. */
function firstOfOneDay<T extends { at: Date }>(kept: readonly T[]): T[] {
  const batch = kept.slice(0, BATCH);
  const end = batch.findIndex(({ at }) => dayOf(at) !== dayOf(batch[0]!.at));
  return end < 0 ? batch : batch.slice(0, end);
}

/** The bytes of sound that were sent, and how many different bytes make a download. An episode shorter than that must be sent whole. */
function heardOf({ release, range, sentBytes }: SentSound): Pick<Listen, 'from' | 'to' | 'needed'> {
  const { byteSize, soundFrom, durationMs } = release;
  const soundBytes = byteSize - soundFrom;
  const from = Math.max(range.start, soundFrom);
  const to = Math.max(from, Math.min(range.start + sentBytes, byteSize));
  return { from, to, needed: Math.floor(soundBytes * Math.min(1, COUNTED_MS / Math.max(1, durationMs))) };
}

const hashOf = (salt: Buffer, { address, userAgent }: SentSound): string =>
  createHmac('sha256', salt).update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22);

/**
 * Counts listeners by the bytes that were sent. A listener is a hash of address and app with a salt of the day: no address is stored, and a listener can be
 * recognized at most until the next day. `note` only adds to a list in memory, which is written in batches.
 */
export class AudienceRecorder {
  private kept: { sent: SentSound; at: Date }[] = [];
  private salt: { day: string; bytes: Buffer } | null = null;
  private flushing: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly db: Database, private readonly log: Logger, everyMs = FLUSH_EVERY_MS, private readonly now = (): Date => new Date()) {
    this.timer = setInterval(() => { void this.flush(); }, everyMs);
    this.timer.unref();
  }

  /** Notes an answer. Programs without a listener are left out. */
  note(sent: SentSound): void {
    if (sent.sentBytes <= 0 || this.kept.length >= MAX_KEPT || isBot(sent.userAgent)) return;
    this.kept.push({ sent, at: this.now() });
  }

  /** Writes what was noted. A failure is logged, and the next flush tries again. */
  flush(): Promise<void> {
    this.flushing = this.flushing.then(async () => {
      while (this.kept.length > 0) {
        const batch = firstOfOneDay(this.kept);
        try {
          await addListens(this.db, await this.listensOf(batch));
          this.kept.splice(0, batch.length);
        } catch (error) {
          this.log.warn({ err: error, kept: this.kept.length }, 'who listened could not be written; the next flush tries again');
          return;
        }
      }
    });
    return this.flushing;
  }

  private async saltFor(day: string): Promise<Buffer> {
    if (this.salt?.day !== day) this.salt = { day, bytes: await saltOf(this.db, day) };
    return this.salt.bytes;
  }

  /** The listens from the notes of one day. A listener also gets the hash of the day before, because 24 hours that began then may still run. */
  private async listensOf(batch: readonly { sent: SentSound; at: Date }[]): Promise<Listen[]> {
    const day = dayOf(batch[0]!.at);
    const salt = await this.saltFor(day);
    const saltBefore = await findSalt(this.db, dayOf(new Date(Date.parse(day) - DAY_MS)));
    return batch.map(({ sent, at }) => ({
      releaseId: sent.release.id, day, at, listener: hashOf(salt, sent), listenerBefore: saltBefore && hashOf(saltBefore, sent),
      app: appOf(sent.userAgent), bytes: sent.sentBytes, ...heardOf(sent),
    }));
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
