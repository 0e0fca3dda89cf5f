import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry { name: string; content: Buffer; stored?: boolean; claimedBytes?: number; claimedCrc?: number; encrypted?: boolean }

/** Builds a zip archive as APPNOTE.TXT describes it; an entry can claim a wrong size or checksum. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, content, stored, claimedBytes, claimedCrc, encrypted } of entries) {
    const packed = stored ? content : deflateRawSync(content);
    const facts = Buffer.alloc(20);
    facts.writeUInt16LE(encrypted ? 1 : 0, 0);
    facts.writeUInt16LE(stored ? 0 : 8, 2);
    facts.writeUInt32LE(claimedCrc ?? crc32(content), 8);
    facts.writeUInt32LE(packed.length, 12);
    facts.writeUInt32LE(claimedBytes ?? content.length, 16);
    const nameBytes = Buffer.from(name);
    const local = Buffer.concat([Buffer.from('504b03041400', 'hex'), facts.subarray(0, 20), Buffer.alloc(4)]).subarray(0, 30);
    facts.copy(local, 6);
    local.writeUInt16LE(nameBytes.length, 26);
    local.writeUInt16LE(0, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    facts.copy(entry, 8);
    entry.writeUInt16LE(nameBytes.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, nameBytes, packed);
    directory.push(entry, nameBytes);
    offset += local.length + nameBytes.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, index, end]);
}
