import type { MediaFile } from '../kernel/storage/media-file.js';

/** The length of the head of an ID3v2 tag, whose last four bytes hold the length of the rest in seven bits each. */
const HEAD_BYTES = 10;

async function headOf(file: MediaFile): Promise<Buffer> {
  const head = await file.open({ start: 0, end: HEAD_BYTES - 1 });
  return Buffer.isBuffer(head) ? head : Buffer.concat(await head.toArray() as Buffer[]);
}

/**
 * An MP3 without the ID3 tag at its beginning: the tag has a large cover, which a player would have to fetch before it can play. Any other file is returned
 * as it is.
 */
export async function withoutTag(file: MediaFile): Promise<MediaFile> {
  if (file.byteSize <= HEAD_BYTES) return file;
  const head = await headOf(file);
  if (head.toString('latin1', 0, 3) !== 'ID3') return file;
  const tagBytes = HEAD_BYTES + head.subarray(6).reduce((length, byte) => length * 128 + (byte & 0x7f), 0);
  if (tagBytes >= file.byteSize) return file;
  const byteSize = file.byteSize - tagBytes;
  return {
    ...file, byteSize, etag: file.etag.replace(/"$/, '-sound"'),
    open: ({ start, end } = { start: 0, end: byteSize - 1 }) => file.open({ start: start + tagBytes, end: end + tagBytes }),
  };
}
