import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ByteRange, MediaFile } from '../storage/media-file.js';

export interface MediaOptions {
  /** Default `private, no-cache`: browsers store the file and revalidate it before each use. */
  cacheControl?: string;
  /** `attachment` saves the file instead of showing it. Default `inline`. */
  disposition?: 'inline' | 'attachment';
}

/**
 * Answers GET or HEAD for a file (RFC 9110): single ranges with 206, suffix ranges, 416 with `bytes *\/N`, `If-None-Match`, `If-Modified-Since` and
 * `If-Range`. A request for several ranges gets the whole file, as RFC 9110 §14.2 allows. For a stream, resolves when the last byte was sent or the client
 * has disconnected; for bytes in memory, at once. Rejects when the file cannot be read.
 */
export async function sendMedia(ctx: Context, file: MediaFile, options: MediaOptions = {}): Promise<void> {
  ctx.set({
    'Accept-Ranges': 'bytes',
    'Cache-Control': options.cacheControl ?? 'private, no-cache',
    'Last-Modified': file.lastModified.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
    ETag: file.etag,
  });
  if (file.filename) ctx.set('Content-Disposition', contentDisposition(options.disposition ?? 'inline', file.filename));
  if (isUnchanged(ctx, file)) {
    ctx.status = 304;
    return;
  }
  const range = rangeApplies(ctx, file) ? parseRange(ctx.get('Range'), file.byteSize) : null;
  if (range === 'unsatisfiable') {
    ctx.status = 416;
    ctx.set('Content-Range', `bytes */${file.byteSize}`);
    ctx.body = '';
    ctx.remove('Content-Type');
    return;
  }
  ctx.status = range ? 206 : 200;
  ctx.type = file.contentType;
  if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${file.byteSize}`);
  ctx.length = range ? range.end - range.start + 1 : file.byteSize;
  if (ctx.method === 'HEAD') return;
  await sendPart(ctx, file, range ?? undefined);
}

/** Sends a file, or a range of it, with the headers set so far. */
export async function sendPart(ctx: Context, file: MediaFile, range?: ByteRange): Promise<void> {
  const body = await file.open(range);
  if (Buffer.isBuffer(body)) ctx.body = body;
  else await streamOut(ctx, body);
}

/**
 * Sends the headers set so far and then the stream. When the client disconnects, the stream is destroyed without an error. When the
 * stream fails, the connection is closed, so that a partial answer cannot pass for a complete one, and the error is rethrown.
 */
export async function streamOut(ctx: Context, body: Readable): Promise<void> {
  ctx.respond = false;
  ctx.flushHeaders();
  try {
    await pipeline(body, ctx.res);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/**
 * `Content-Disposition` with an ASCII fallback and the full name by RFC 5987. Characters that control text or its direction are dropped, and those that would
 * make a path of the name become spaces.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const clean = filename.normalize('NFC').replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, '').replace(/[/\\]/g, ' ').replace(/^[. ]+/u, '');
  const ascii = clean.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_');
  const encoded = encodeURIComponent(clean)
    .replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** Whether an `If-None-Match` header matches this tag, by weak comparison (RFC 9110 §13.1.2). */
export function matchesTag(noneMatch: string, etag: string): boolean {
  return noneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function isUnchanged(ctx: Context, file: MediaFile): boolean {
  const noneMatch = ctx.get('If-None-Match');
  if (noneMatch) return matchesTag(noneMatch, file.etag);
  const since = Date.parse(ctx.get('If-Modified-Since'));
  return Number.isFinite(since) && wholeSeconds(file.lastModified) <= since;
}

/**
 * True when the range of the request applies: there is no `If-Range`, or it matches by strong comparison, that is by the same strong tag or the same date
 * (RFC 9110 §13.1.5).
 */
function rangeApplies(ctx: Context, file: MediaFile): boolean {
  if (!ctx.get('Range')) return false;
  const condition = ctx.get('If-Range');
  if (!condition) return true;
  if (condition.startsWith('"')) return condition === file.etag;
  return Date.parse(condition) === wholeSeconds(file.lastModified);
}

const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;

/** The range to send. Null when the whole file is to be sent: without a range, with an unknown unit or syntax, or with several ranges. */
export function parseRange(header: string, byteSize: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header);
  if (!match || (match[1] === '' && match[2] === '')) return null;
  if (match[1] === '') {
    const suffix = Number(match[2]);
    if (suffix === 0 || byteSize === 0) return 'unsatisfiable';
    return { start: Math.max(0, byteSize - suffix), end: byteSize - 1 };
  }
  const start = Number(match[1]);
  const last = match[2] === '' ? byteSize - 1 : Number(match[2]);
  if (match[2] !== '' && last < start) return null;
  if (start >= byteSize) return 'unsatisfiable';
  return { start, end: Math.min(last, byteSize - 1) };
}
