import { resample } from './resample.js';
import { LINE_SAMPLE_RATE } from './port.js';

/** Compressed formats that providers send instead of samples, by their first bytes. */
const COMPRESSED: [string, (bytes: Buffer) => boolean][] = [
  ['MP3', (bytes) => bytes.subarray(0, 3).toString('latin1') === 'ID3'],
  ['Ogg', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'OggS'],
  ['FLAC', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'fLaC'],
  ['MP4', (bytes) => bytes.subarray(4, 8).toString('latin1') === 'ftyp'],
];

function littleEndian(bytes: Buffer): Int16Array {
  if (bytes.length % 2 !== 0) throw new Error(`${bytes.length} bytes are not 16-bit samples`);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/**
 * Samples of a WAV file at 24 kHz. Streaming servers write a wrong length into the header, so the length of the file
 * limits the number of samples.
 */
function fromWav(bytes: Buffer): Int16Array {
  const format = bytes.indexOf('fmt ', 12, 'latin1');
  const data = bytes.indexOf('data', 12, 'latin1');
  if (format < 0 || data < 0 || format + 24 > bytes.length || data < format) throw new Error('a broken WAV file');
  const [encoding, channels] = [bytes.readUInt16LE(format + 8), bytes.readUInt16LE(format + 10)];
  const [rate, bits] = [bytes.readUInt32LE(format + 12), bytes.readUInt16LE(format + 22)];
  if (encoding !== 1 || channels !== 1 || bits !== 16 || rate < 8000 || rate > 192_000) {
    throw new Error(`a WAV file of ${channels} channels, ${bits} bits, ${rate} Hz`);
  }
  const declared = bytes.readUInt32LE(data + 4);
  const body = bytes.subarray(data + 8);
  const length = Math.min(declared, body.length - (body.length % 2));
  const samples = littleEndian(body.subarray(0, length - (length % 2)));
  if (rate === LINE_SAMPLE_RATE) return samples;
  const within = (value: number): number => Math.max(-32768, Math.min(32767, Math.round(value)));
  return Int16Array.from(resample(samples, rate, LINE_SAMPLE_RATE), within);
}

/**
 * Samples of a provider's response at 24 kHz: raw little-endian mono PCM as requested, or the WAV file that some servers
 * send instead. Throws an `Error` that names any other format.
 */
export function decodeProviderPcm(bytes: Buffer): Int16Array {
  for (const [format, matches] of COMPRESSED) {
    if (matches(bytes)) throw new Error(`answered with ${format} and not with samples`);
  }
  return bytes.subarray(0, 4).toString('latin1') === 'RIFF' ? fromWav(bytes) : littleEndian(bytes);
}
