import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { MediaFile } from '../../kernel/storage/media-file.js';

const VOICE_ID = /^[a-z]+(?:-[a-z]+)+$/;

const fileOf = (voiceId: string): string => fileURLToPath(new URL(`./previews/${voiceId}.mp3`, import.meta.url));

/** Path of the recorded sentence of an embedded voice, below the address of the pages. */
export const previewPath = (voiceId: string): string => `/voices/${voiceId}.mp3`;

/** A sentence spoken by the voice. It was recorded in advance, so it exists even when the voices are not installed. Null for an unknown voice. */
export async function findPreview(voiceId: string): Promise<MediaFile | null> {
  if (!VOICE_ID.test(voiceId)) return null;
  const file = fileOf(voiceId);
  const found = await stat(file).catch(() => null);
  if (!found) return null;
  const hash = createHash('sha256').update(await readFile(file)).digest('hex');
  return {
    byteSize: found.size, etag: `"${hash.slice(0, 32)}"`, contentType: 'audio/mpeg', lastModified: found.mtime,
    async open(range) { return createReadStream(file, range ? { start: range.start, end: range.end } : {}); },
  };
}
