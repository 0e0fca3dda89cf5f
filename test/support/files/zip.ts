import { crc32, deflateRawSync } from 'node:zlib';

/** A member of an archive. The announced numbers may lie, as those of hostile archives do. */
export interface Member { name: string; data: Buffer | string; store?: boolean; announcedBytes?: number; encrypted?: boolean }

function headerOf({ name, data, store = false, announcedBytes, encrypted = false }: Member): { common: Buffer; name: Buffer; body: Buffer } {
  const raw = Buffer.from(data);
  const body = store ? raw : deflateRawSync(raw);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(encrypted ? 1 : 0, 2);
  common.writeUInt16LE(store ? 0 : 8, 4);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(raw), 10);
  common.writeUInt32LE(body.byteLength, 14);
  common.writeUInt32LE(announcedBytes ?? raw.byteLength, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  return { common, name: Buffer.from(name), body };
}

const signed = (signature: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
};

/** A ZIP archive of these members (PKWARE APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(members: readonly Member[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const member of members) {
    const { common, name, body } = headerOf(member);
    const here = Buffer.concat([signed(0x04034b50), common, name, body]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([signed(0x02014b50), Buffer.from([20, 0]), common, tail, name]));
    local.push(here);
    offset += here.byteLength;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(directory.byteLength, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...local, directory, signed(0x06054b50), end]);
}
