import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';

/** The archive is damaged, of an unsupported kind, or larger than allowed. */
export class BadArchive extends Error {
  override readonly name = 'BadArchive';
}

interface Member { method: number; crc: number; packedBytes: number; bytes: number; headerAt: number }

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const MAX_DIRECTORY_BYTES = 8_000_000;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new BadArchive('the archive ends too early');
  return buffer;
}

async function readDirectory(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, size - tailBytes, tailBytes);
  let at = tail.length - END_BYTES;
  while (at >= 0 && tail.readUInt32LE(at) !== END_OF_DIRECTORY) at--;
  if (at < 0) throw new BadArchive('not a zip archive');
  const [length, position] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (length > MAX_DIRECTORY_BYTES || position + length > size) throw new BadArchive('the archive has an unusable directory');
  return readAt(file, position, length);
}

function findMember(directory: Buffer, name: string): Member {
  for (let at = 0; at + 46 <= directory.length;) {
    if (directory.readUInt32LE(at) !== DIRECTORY_ENTRY) break;
    const nameBytes = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameBytes) === name) {
      return {
        method: directory.readUInt16LE(at + 10), crc: directory.readUInt32LE(at + 16),
        packedBytes: directory.readUInt32LE(at + 20), bytes: directory.readUInt32LE(at + 24),
        headerAt: directory.readUInt32LE(at + 42),
      };
    }
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new BadArchive(`the archive has no member ${name}`);
}

/**
 * Unpacks one member, by its exact name, into a new file with the mode 0755. Returns its SHA-256 in hex.
 * Throws `BadArchive` when the member is missing, damaged, packed in another way than deflate, or larger than `maxBytes`.
 */
export async function unzipMember(
  archive: string, name: string, target: string, limits: { maxBytes: number },
): Promise<string> {
  const file = await open(archive, 'r');
  let member: Member;
  let dataAt: number;
  try {
    member = findMember(await readDirectory(file), name);
    if (member.bytes > limits.maxBytes) throw new BadArchive(`${name} is larger than ${limits.maxBytes} bytes`);
    if (member.method !== 8 && member.method !== 0) throw new BadArchive(`${name} is packed with method ${member.method}`);
    if (member.packedBytes === 0) throw new BadArchive(`${name} is empty`);
    const header = await readAt(file, member.headerAt, 30);
    if (header.readUInt32LE(0) !== LOCAL_HEADER) throw new BadArchive(`${name} has no header`);
    dataAt = member.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
  const hash = createHash('sha256');
  let [bytes, crc] = [0, 0];
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      hash.update(chunk);
      done(bytes > member.bytes ? new BadArchive(`${name} is larger than the archive says`) : null, chunk);
    },
  });
  const packed = createReadStream(archive, { start: dataAt, end: dataAt + member.packedBytes - 1 });
  const output = createWriteStream(target, { flags: 'wx', mode: 0o755 });
  await (member.method === 8 ? pipeline(packed, createInflateRaw(), check, output) : pipeline(packed, check, output));
  if (bytes !== member.bytes || crc !== member.crc) throw new BadArchive(`${name} is damaged`);
  return hash.digest('hex');
}
