import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context } from 'koa';

const compress = promisify(gzip);
/** Smaller texts fit into one packet and are not compressed. */
const MIN_CHARS = 1_000;

/** Sends text, compressed if the client accepts it. */
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
