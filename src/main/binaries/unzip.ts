import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

/** Thrown when the member could not be unpacked; the message says why. */
export class UnzipFailed extends Error {
  override readonly name = 'UnzipFailed';
}

async function findEntry(archive: ZipFile, name: string): Promise<Entry | null> {
  for await (const entry of archive.eachEntry()) if (entry.fileName === name) return entry;
  return null;
}

async function unpack(archive: ZipFile, name: string, target: string, maxBytes: number): Promise<string> {
  const entry = await findEntry(archive, name);
  if (!entry) throw new UnzipFailed(`the archive has no member ${name}`);
  if (entry.uncompressedSize > maxBytes) throw new UnzipFailed(`${name} is larger than ${maxBytes} bytes`);
  const hash = createHash('sha256');
  let crc = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      crc = crc32(chunk, crc);
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // yauzl checks only the size, so the checksum is checked here.
  await pipeline(await archive.openReadStreamPromise(entry), measure, createWriteStream(target, { flags: 'wx', mode: 0o755 }));
  if (crc !== entry.crc32) throw new UnzipFailed(`${name} is damaged`);
  return hash.digest('hex');
}

/**
 * Unpacks one member, by its exact name, into a new file with the mode 0755. Returns its SHA-256 in hex.
 * Throws `UnzipFailed` when the member is missing, damaged or larger than `maxBytes`, or cannot be read or written.
 */
export async function unzipMember(
  file: string, name: string, target: string, limits: { maxBytes: number },
): Promise<string> {
  try {
    const archive = await openPromise(file, { autoClose: false, lazyEntries: true });
    try {
      return await unpack(archive, name, target, limits.maxBytes);
    } finally {
      archive.close();
    }
  } catch (error) {
    throw error instanceof UnzipFailed ? error : new UnzipFailed(`${file} cannot be unpacked: ${(error as Error).message}`, { cause: error });
  }
}
