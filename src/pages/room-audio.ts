import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { assertThat } from '../kernel/errors/api-error.js';
import { sendMedia, sendPart, streamOut } from '../kernel/http/file-response.js';
import type { RoomAudio } from '../kernel/contract/live.js';

/**
 * Sends a performance that is still growing as a stream, and a complete one as an ordinary file with ranges. With `?from=<ms>` the answer begins at the frame
 * of that time in both cases, so that seeking and reconnecting are exact.
 */
export async function sendRoomAudio(ctx: Context, audio: RoomAudio): Promise<void> {
  const fromByte = Math.floor(fromMs(ctx) / audio.frames.lengthMs) * audio.frames.byteSize;
  if (audio.complete && ctx.query.from === undefined) return sendMedia(ctx, audio.file);
  if (audio.complete && fromByte >= audio.file.byteSize) {
    ctx.status = 416;
    return;
  }
  ctx.status = 200;
  ctx.type = audio.complete ? audio.file.contentType : audio.contentType;
  if (audio.complete) ctx.length = audio.file.byteSize - fromByte;
  ctx.set({ 'Accept-Ranges': 'none', 'X-Accel-Buffering': 'no' });
  if (ctx.method === 'HEAD') return;
  if (audio.complete) return sendPart(ctx, audio.file, { start: fromByte, end: audio.file.byteSize - 1 });
  const listener = new AbortController();
  ctx.res.once('close', () => listener.abort());
  await streamOut(ctx, Readable.from(audio.open(listener.signal, fromByte), { objectMode: false }));
}

/** The value of `?from=`, in milliseconds; 0 without it. Throws `validation_failed` for anything but a whole number. */
function fromMs(ctx: Context): number {
  const from = String(ctx.query.from ?? '0');
  assertThat(/^\d{1,9}$/.test(from), 'validation_failed', 'from must be whole milliseconds');
  return Number(from);
}
