const HEADER_BYTES = 7;

/** The packets of an AAC stream with ADTS headers; null when the bytes are no such stream or end within a packet. */
export function adtsPackets(bytes: Buffer): Buffer[] | null {
  const packets: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + HEADER_BYTES > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return null;
    const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
    if (length < HEADER_BYTES || at + length > bytes.length) return null;
    packets.push(bytes.subarray(at, at + length));
    at += length;
  }
  return packets;
}
