import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { FetchRefused } from './refused.js';

const MAX_ENCODINGS = 2;

function decoderFor(encoding: string) {
  switch (encoding) {
    case 'gzip': case 'x-gzip': return createGunzip();
    case 'deflate': return createInflate();
    case 'br': return createBrotliDecompress();
    default: throw new FetchRefused('malformed', 'the body has a content encoding that was not requested');
  }
}

/** True for an error of zlib, false for an error of the connection. */
function isDecompressionError(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(Z_|ERR__?BROTLI|ERR_BROTLI|ERR_PADDING)/.test(code);
}

function tooLarge(maxBytes: number): FetchRefused {
  return new FetchRefused('body_too_large', `the body is larger than ${maxBytes} bytes`, false, { maxBytes });
}

/**
 * Reads a body to its end and decompresses it as `content-encoding` says. Bytes are counted after decompression, as they
 * arrive, so that a decompression bomb costs no more than `maxBytes`. Throws `FetchRefused` with
 * `body_too_large` or `malformed`; errors of the connection pass through.
 */
export async function readBody(
  body: Readable, contentEncoding: string, contentLength: number | null, maxBytes: number,
): Promise<Buffer> {
  const encodings = contentEncoding.toLowerCase().split(',').map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > MAX_ENCODINGS) throw new FetchRefused('malformed', 'the body is compressed too many times');
  if (contentLength !== null && contentLength > maxBytes) throw tooLarge(maxBytes);
  let source: Readable = body;
  const stages: Readable[] = [body];
  for (const encoding of encodings.reverse()) {
    const decoder = decoderFor(encoding);
    const upstream = source;
    upstream.on('error', (error) => decoder.destroy(error));
    source = upstream.pipe(decoder);
    stages.push(source);
  }
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of source) {
      total += (chunk as Buffer).byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk as Buffer);
    }
  } catch (error) {
    if (isDecompressionError(error)) throw new FetchRefused('malformed', 'the compressed body is damaged');
    throw error;
  } finally {
    for (const stage of stages) stage.destroy();
  }
  return Buffer.concat(chunks);
}
