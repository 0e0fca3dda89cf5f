/** Bit rates of MPEG-1 layer III by their index in a frame header, in kbit/s. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATE = 44_100;
const HEADER_BYTES = 4;

/** Length of the frame with this header in bytes, at 44.1 kHz. Throws for any other bytes. */
function frameBytes(header: Uint8Array): number {
  const [first, second, third] = [header[0] ?? 0, header[1] ?? 0, header[2] ?? 0];
  const bitRate = BIT_RATES[third >> 4];
  if (first !== 0xff || (second & 0xfe) !== 0xfa || !bitRate) throw new Error('the MP3 does not begin with a frame');
  return Math.floor((144_000 * bitRate) / SAMPLE_RATE) + ((third >> 1) & 1);
}

/**
 * An MP3 of 44.1 kHz without its first frame, the info frame, which contains the length of the rest but no sound. The encoder completes this frame last, so a
 * decoder that reads the growing file may or may not see its content.
 */
export async function* withoutInfoFrame(mp3: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array = new Uint8Array();
  let rest: number | null = null;
  for await (const chunk of mp3) {
    if (rest === 0) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < HEADER_BYTES) continue;
    rest ??= frameBytes(start);
    if (start.length <= rest) continue;
    yield start.subarray(rest);
    rest = 0;
  }
}
