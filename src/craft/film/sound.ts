import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limiterOf } from '../audio/master.js';
import { adtsPackets } from './adts.js';
import { FilmRejected } from './failures.js';
import { PACKET_SAMPLES, SOUND_RATE, type FilmSound } from './film.js';
import { keepPiece, type Making } from './making.js';

/** Raise it when the same samples are encoded otherwise than before. */
const SOUND_VERSION = 1;
const BITRATE = '128k';
const SAMPLE_BYTES = 2;
/** Samples before the first packet, which belong to no sound. */
const ENCODER_PACKETS = 1;
/** A packet overlaps with its neighbours, and the encoder's choices depend on some before it: each part is encoded with these around it. */
const LEAST_AROUND = 4;

/** A part of the programme; all in packets. */
interface Part { at: number; packets: number; before: number; after: number }

/** Packets of the programme that last a whole number of samples. */
function wholePackets({ sampleRate }: FilmSound['format']): number {
  let packets = 1;
  while ((packets * PACKET_SAMPLES * sampleRate) % SOUND_RATE !== 0) packets += 1;
  return packets;
}

function requireSound({ format: { sampleRate, channels }, gainDb, ceilingDb, parts }: FilmSound): void {
  if (!(Number.isInteger(sampleRate) && sampleRate >= 8_000 && sampleRate <= 192_000)) throw new RangeError(`no sound has ${sampleRate} samples a second`);
  if (channels !== 1 && channels !== 2) throw new RangeError(`no sound of a film has ${String(channels)} channels`);
  if (!(Math.abs(gainDb) <= 60 && ceilingDb <= 0 && ceilingDb >= -24)) throw new RangeError(`no sound has a gain of ${gainDb} dB up to ${ceilingDb} dB`);
  if (parts.length === 0) throw new RangeError('a film has at least one part of sound');
}

/** Throws `RangeError` for sound that does not consist of whole packets. */
export function soundParts(sound: FilmSound): Part[] {
  requireSound(sound);
  const { format, parts } = sound;
  const lengths = parts.map((samples) => {
    const packets = (samples * SOUND_RATE) / (format.sampleRate * PACKET_SAMPLES);
    if (!(Number.isInteger(packets) && packets > 0)) throw new RangeError(`${samples} samples are no whole number of packets`);
    return packets;
  });
  const step = wholePackets(format);
  const around = Math.ceil(LEAST_AROUND / step) * step;
  const total = lengths.reduce((sum, packets) => sum + packets, 0);
  let at = 0;
  return lengths.map((packets) => {
    const part = { at, packets, before: Math.min(around, at), after: Math.min(around, total - at - packets) };
    at += packets;
    return part;
  });
}

export const soundDurationMs = (sound: FilmSound): number =>
  (soundParts(sound).reduce((sum, { packets }) => sum + packets, 0) * PACKET_SAMPLES * 1_000) / SOUND_RATE;

const bytesIn = ({ sampleRate, channels }: FilmSound['format'], packets: number): number =>
  (packets * PACKET_SAMPLES * sampleRate * channels * SAMPLE_BYTES) / SOUND_RATE;

function encoderArguments({ format: { sampleRate, channels }, gainDb, ceilingDb }: FilmSound, packets: number): string[] {
  const filters = [
    `aresample=${SOUND_RATE}`, `volume=${gainDb.toFixed(3)}dB`, `${limiterOf(ceilingDb)}:latency=1`,
    // One channel is as loud as two that are 3 dB lower each.
    ...(channels === 1 ? ['pan=stereo|c0=0.707107*c0|c1=0.707107*c0'] : []),
    `apad=whole_len=${packets * PACKET_SAMPLES}`, `atrim=end_sample=${packets * PACKET_SAMPLES}`,
  ];
  return [
    '-loglevel', 'error', '-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels), '-i', 'pipe:0', '-af', filters.join(','),
    '-c:a', 'aac', '-b:a', BITRATE, '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'adts',
  ];
}

class SoundMaker {
  private readonly programme: string;

  constructor(private readonly making: Making, private readonly sound: FilmSound, private readonly version: string) {
    this.programme = path.join(making.folder, 'programme.pcm');
  }

  /** Writes the programme to a file, where the parts find what is around them. */
  async open(parts: readonly Part[]): Promise<void> {
    const file = createWriteStream(this.programme);
    const closed = new Promise<void>((resolve) => { file.once('close', () => resolve()); });
    try {
      await pipeline(this.sound.pcm(), file, { signal: this.making.signal });
    } finally {
      // A file that is still being opened would appear after the folder is emptied.
      await closed;
    }
    const wanted = bytesIn(this.sound.format, parts.reduce((sum, { packets }) => sum + packets, 0));
    const { size } = await stat(this.programme);
    if (size !== wanted) throw new FilmRejected(`the sound has ${size} bytes where its parts have ${wanted}`);
  }

  private read({ at, packets, before, after }: Part) {
    const start = bytesIn(this.sound.format, at - before);
    return createReadStream(this.programme, { start, end: bytesIn(this.sound.format, at + packets + after) - 1, highWaterMark: 1 << 18 });
  }

  private async keyOf(part: Part): Promise<string> {
    const { at: _, ...lengths } = part;
    const hash = createHash('sha256').update(JSON.stringify(['film sound', SOUND_VERSION, this.version, lengths, encoderArguments(this.sound, 0)]));
    for await (const bytes of this.read(part) as AsyncIterable<Buffer>) hash.update(bytes);
    return hash.digest('hex');
  }

  private async encode(part: Part, file: string): Promise<void> {
    const { folder, ffmpeg, signal, jobId } = this.making;
    const whole = path.join(folder, 'part.aac');
    await ffmpeg.run([...encoderArguments(this.sound, part.before + part.packets + part.after), whole], { stdin: this.read(part), signal, jobId });
    const packets = adtsPackets(await readFile(whole));
    await rm(whole);
    const first = ENCODER_PACKETS + part.before;
    if (!packets || packets.length < first + part.packets) throw new FilmRejected('the sound was encoded otherwise');
    await writeFile(file, Buffer.concat(packets.slice(first, first + part.packets)));
  }

  /** The file with the packets of a part, from the store or encoded. */
  async part(part: Part): Promise<{ key: string; file: string; encoded: boolean }> {
    const key = await this.keyOf(part);
    const file = path.join(this.making.folder, `${key}.aac`);
    const isWhole = async (): Promise<boolean> => adtsPackets(await readFile(file))?.length === part.packets;
    if (await this.making.pieces.fetch(key, file) && await isWhole()) return { key, file, encoded: false };
    await this.encode(part, file);
    await keepPiece(this.making, key, file);
    return { key, file, encoded: true };
  }

  close(): Promise<void> {
    return rm(this.programme, { force: true });
  }
}

/**
 * Encodes the sound of a film into one file of AAC in `outputPath`: two channels, 48 kHz. A part that is in the store is not encoded
 * again. Throws `FilmRejected`, `FfmpegFailed`, `FfmpegCancelled`, or the error of `pcm`.
 */
export async function makeSound(making: Making, sound: FilmSound, version: string, outputPath: string): Promise<{ keys: string[]; encoded: number }> {
  const parts = soundParts(sound);
  const maker = new SoundMaker(making, sound, version);
  const made: { key: string; encoded: boolean }[] = [];
  try {
    await maker.open(parts);
    await writeFile(outputPath, '');
    for (const part of parts) {
      making.signal.throwIfAborted();
      const { file, ...facts } = await maker.part(part);
      await appendFile(outputPath, await readFile(file));
      await rm(file);
      made.push(facts);
    }
  } finally {
    await maker.close();
  }
  return { keys: made.map(({ key }) => key), encoded: made.filter(({ encoded }) => encoded).length };
}
