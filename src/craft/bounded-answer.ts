import type { Dispatcher } from 'undici';
import { ProviderFailure } from './failures.js';

/** Reads the answer of a provider. Throws a final `ProviderFailure` when it has more than `limit` bytes. */
export async function readBounded(provider: string, body: Dispatcher.ResponseData['body'], limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new ProviderFailure(provider, `the answer is larger than ${limit} bytes`, false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
