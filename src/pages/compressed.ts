import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

const compress = promisify(gzip);
/** Below this a packet is a packet. */
const MIN_CHARS = 1_000;

/** Sends text, compressed when the visitor takes that. */
export async function sendCompressed(ctx: Context, contentType: string, text: string): Promise<void> {
  ctx.vary('Accept-Encoding');
  if (text.length >= MIN_CHARS && ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.body = await compress(text);
    ctx.set('Content-Encoding', 'gzip');
  } else {
    ctx.body = text;
  }
  ctx.type = contentType;
}
