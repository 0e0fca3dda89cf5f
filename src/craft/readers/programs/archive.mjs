import { fromBufferPromise } from 'yauzl';
import { ReaderFailure } from './answer.mjs';

const ENCRYPTED = 0x1;

/**
 * Opens a ZIP archive: the names of its members, and a function that reads one. Throws a `ReaderFailure` for a damaged archive, an encrypted member, and when
 * the members read so far inflate to more than `maxBytes` together.
 */
export async function openArchive(bytes, maxBytes) {
  const entries = new Map();
  let archive;
  try {
    archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
  } catch {
    throw new ReaderFailure('malformed', 'the archive is damaged');
  }
  let left = maxBytes;

  /** Streams a member to `take`, in pieces. */
  async function inflate(entry, take) {
    if (entry.generalPurposeBitFlag & ENCRYPTED) throw new ReaderFailure('encrypted', 'the document needs a password');
    const stream = await archive.openReadStreamPromise(entry);
    for await (const piece of stream) {
      left -= piece.byteLength;
      if (left < 0) {
        stream.destroy();
        throw new ReaderFailure('too_complex', 'the document inflates to too many bytes');
      }
      take(piece);
    }
  }

  async function checked(entry, take) {
    try {
      await inflate(entry, take);
    } catch (error) {
      throw error instanceof ReaderFailure ? error : new ReaderFailure('malformed', 'a part of the document is damaged');
    }
  }

  return {
    names: [...entries.keys()],
    /** The bytes of a member; null when the archive has no such member. */
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const pieces = [];
      await checked(entry, (piece) => pieces.push(piece));
      return Buffer.concat(pieces);
    },
  };
}
