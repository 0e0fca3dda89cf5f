import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { limiterOf } from '../audio/master.js';
import { adtsPackets } from './adts.js';
import { FilmRejected } from './failures.js';
import { PACKET_SAMPLES, SOUND_RATE, type FilmSound } from './film.js';
import { inLanes, keepPiece, type Making } from './making.js';

/** Increase it when the same samples are encoded differently. */
const SOUND_VERSION = 2;
const BITRATE = '128k';
const SAMPLE_BYTES = 2;
/** The packets that the encoder puts before the first one of the sound. */
const ENCODER_PACKETS = 1;
/**
 * A packet overlaps its neighbours, and the choices of the encoder depend on earlier packets. Each part is therefore encoded with at least this many packets
 * on each side of it, as far as the sound has them.
 */
const LEAST_AROUND = 4;

/** Two encoders run at once, because each has only one thread. */
const PARTS_AT_ONCE = 2;

/** A part of the programme; all values count packets. */
interface Part { at: number; packets: number; before: number; after: number }

/** The fewest packets that last a whole number of samples of the programme. */
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

/**
 * Splits the sound into its parts. Throws `RangeError` for sound that does not consist of whole packets, has no part, or has a sample rate, channels or
 * levels out of range.
 */
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

export interface SoundOptions {
  /** A draft is heard once or twice: its encoder takes the first quantiser that fits, in a third of the time. */
  isDraft?: boolean;
}

/** Input arguments that read a programme from a byte offset on. */
const inputArguments = ({ format: { sampleRate, channels } }: FilmSound, programme: string, fromByte: number): string[] =>
  ['-loglevel', 'error', '-f', 's16le', '-ar', String(sampleRate), '-ac', String(channels), '-skip_initial_bytes', String(fromByte), '-i', programme];

function encoderArguments({ format: { channels }, gainDb, ceilingDb }: FilmSound, packets: number, { isDraft = false }: SoundOptions): string[] {
  const filters = [
    `aresample=${SOUND_RATE}`, `volume=${gainDb.toFixed(3)}dB`, `${limiterOf(ceilingDb)}:latency=1`,
    // One channel is as loud as two that are 3 dB lower each.
    ...(channels === 1 ? ['pan=stereo|c0=0.707107*c0|c1=0.707107*c0'] : []),
    `apad=whole_len=${packets * PACKET_SAMPLES}`, `atrim=end_sample=${packets * PACKET_SAMPLES}`,
  ];
  return [
    '-af', filters.join(','), '-c:a', 'aac', ...isDraft ? ['-aac_coder', 'fast'] : [], '-b:a', BITRATE, '-map_metadata', '-1', '-flags', '+bitexact', '-fflags', '+bitexact', '-f', 'adts',
  ];
}

/** The key of a part: a hash of its samples, of those around it, and of its encoding. */
class PartName {
  private readonly hash = createHash('sha256');
  private readonly from: number;
  private readonly until: number;

  constructor({ at, packets, before, after }: Part, format: FilmSound['format'], encoded: string) {
    this.hash.update(encoded);
    this.from = bytesIn(format, at - before);
    this.until = bytesIn(format, at + packets + after);
  }

  /** Adds bytes of the programme that begin at the offset `at`; calls are in order. */
  hear(bytes: Uint8Array, at: number): void {
    const [first, end] = [Math.max(this.from, at), Math.min(this.until, at + bytes.byteLength)];
    if (first < end) this.hash.update(bytes.subarray(first - at, end - at));
  }

  finished(): string { return this.hash.digest('hex'); }
}

interface MadePart { key: string; file: string; encoded: boolean }

class SoundMaker {
  private readonly programme: string;
  private readonly keys = new Map<Part, string>();
  private readonly made = new Map<string, Promise<MadePart>>();

  constructor(private readonly making: Making, private readonly sound: FilmSound, private readonly version: string, private readonly options: SoundOptions) {
    this.programme = path.join(making.folder, 'programme.pcm');
  }

  /** Writes the programme to a file, from which parts are encoded with their surroundings, and computes the key of each part. */
  async open(parts: readonly Part[]): Promise<void> {
    const file = createWriteStream(this.programme);
    const closed = new Promise<void>((resolve) => { file.once('close', () => resolve()); });
    const names = parts.map((part) => new PartName(part, this.sound.format, this.keyText(part)));
    let size = 0;
    const named = async function* (bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
      for await (const chunk of bytes) {
        for (const name of names) name.hear(chunk, size);
        size += chunk.byteLength;
        yield chunk;
      }
    };
    try {
      await pipeline(this.sound.pcm(), named, file, { signal: this.making.signal });
    } finally {
      // A file that is still being opened would appear after the folder is emptied.
      await closed;
    }
    const wanted = bytesIn(this.sound.format, parts.reduce((sum, { packets }) => sum + packets, 0));
    if (size !== wanted) throw new FilmRejected(`the sound has ${size} bytes where its parts have ${wanted}`);
    parts.forEach((part, at) => this.keys.set(part, names[at]!.finished()));
  }

  /** Everything but its samples that determines how a part is encoded. */
  private keyText({ at: _, ...lengths }: Part): string {
    return JSON.stringify(['film sound', SOUND_VERSION, this.version, this.sound.format, lengths, encoderArguments(this.sound, 0, this.options)]);
  }

  private async encode(part: Part, file: string, signal: AbortSignal): Promise<void> {
    const { ffmpeg, folder, jobId } = this.making;
    const whole = path.join(folder, `whole-${path.basename(file)}`);
    const input = inputArguments(this.sound, this.programme, bytesIn(this.sound.format, part.at - part.before));
    await ffmpeg.run([...input, ...encoderArguments(this.sound, part.before + part.packets + part.after, this.options), whole], { signal, jobId });
    const packets = adtsPackets(await readFile(whole));
    await rm(whole);
    const first = ENCODER_PACKETS + part.before;
    if (!packets || packets.length < first + part.packets) throw new FilmRejected('the sound was encoded otherwise');
    await writeFile(file, Buffer.concat(packets.slice(first, first + part.packets)));
  }

  private async make(part: Part, key: string, signal: AbortSignal): Promise<MadePart> {
    const file = path.join(this.making.folder, `${key}.aac`);
    const isWhole = async (): Promise<boolean> => adtsPackets(await readFile(file))?.length === part.packets;
    if (await this.making.pieces.fetch(key, file) && await isWhole()) return { key, file, encoded: false };
    await this.encode(part, file, signal);
    await keepPiece(this.making, key, file);
    return { key, file, encoded: true };
  }

  /** The file with the packets of a part, from the store or newly encoded; parts that sound alike share a file. */
  async part(part: Part, signal: AbortSignal): Promise<MadePart> {
    const key = this.keys.get(part)!;
    const known = this.made.get(key);
    if (known) return { ...await known, encoded: false };
    const made = this.make(part, key, signal);
    this.made.set(key, made);
    return made;
  }

  close(): Promise<void> {
    return rm(this.programme, { force: true });
  }
}

/**
 * Encodes the sound of a film into one file of AAC in `outputPath`: two channels, 48 kHz. A part that is in the store is not encoded
 * again. Throws `FilmRejected`, `FfmpegFailed`, `FfmpegCancelled`, or the error of `pcm`.
 */
export async function makeSound(
  making: Making, sound: FilmSound, version: string, outputPath: string, options: SoundOptions = {},
): Promise<{ keys: string[]; encoded: number }> {
  const parts = soundParts(sound);
  const maker = new SoundMaker(making, sound, version, options);
  const made: MadePart[] = [];
  try {
    await maker.open(parts);
    await inLanes(making.signal, PARTS_AT_ONCE, parts, async (part, index, signal) => { made[index] = await maker.part(part, signal); });
  } finally {
    await maker.close();
  }
  await writeFile(outputPath, '');
  for (const { file } of made) await appendFile(outputPath, await readFile(file));
  for (const { file } of made) await rm(file, { force: true });
  return { keys: made.map(({ key }) => key), encoded: made.filter(({ encoded }) => encoded).length };
}
