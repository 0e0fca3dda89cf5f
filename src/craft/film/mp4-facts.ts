import { open, type FileHandle } from 'node:fs/promises';

export interface Mp4Track {
  /** Four letters: `vide`, `soun`, `sbtl`, `text`. */
  handler: string;
  /** The four-letter codec: `avc1`, `mp4a`, `tx3g`, `text`. */
  codec: string;
  /** ISO 639-2; `und` where it is not known. */
  language: string;
  /** 0 for tracks without a picture. */
  widthPx: number;
  heightPx: number;
  /** The H.264 decoder configuration (`avcC`); null for tracks without one. */
  decoderSetup: Buffer | null;
  durationMs: number;
  /** When each sample is shown, in the order of decoding. */
  timesMs: number[];
  /** The shortest time from the decoding of a sample to that of the next one; infinite for a single one. */
  shortestStepMs: number;
}

export interface Mp4Facts { tracks: Mp4Track[]; hasCover: boolean }

interface Box { type: string; body: Buffer }

/** Limits the memory for an index; the index of a film of ten hours is smaller. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const FULL_BOX = 4;
const VISUAL_ENTRY = 78;

class Broken extends Error {}

function boxesIn(bytes: Buffer): Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    if (size < 8 || at + size > bytes.length) throw new Broken('a box is longer than what it is in');
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return found;
}

/** The first box at a path of names, or null. */
function boxAt(bytes: Buffer, [first, ...rest]: readonly string[]): Buffer | null {
  const found = boxesIn(bytes).find(({ type }) => type === first)?.body;
  if (!found) return null;
  return rest.length === 0 ? found : boxAt(first === 'meta' ? found.subarray(FULL_BOX) : found, rest);
}

function needed(bytes: Buffer, path: readonly string[]): Buffer {
  const found = boxAt(bytes, path);
  if (!found) throw new Broken(`there is no ${path.join('/')}`);
  return found;
}

/** The values of a run-length table, one for each sample. */
function* runs(table: Buffer | null): Generator<number> {
  const count = table ? table.readUInt32BE(FULL_BOX) : 0;
  for (let index = 0; index < count; index++) {
    const [samples, value] = [table!.readUInt32BE(8 + index * 8), table!.readInt32BE(12 + index * 8)];
    for (let sample = 0; sample < samples; sample++) yield value;
  }
}

/** The offset that the edit list subtracts from the times of a track, in ticks of the track. */
function shiftOf(list: Buffer | null, timescale: number, movieTimescale: number): number {
  if (!list) return 0;
  let waiting = 0;
  for (let index = 0; index < list.readUInt32BE(FULL_BOX); index++) {
    const at = 8 + index * (list[0] === 1 ? 20 : 12);
    const length = list[0] === 1 ? Number(list.readBigUInt64BE(at)) : list.readUInt32BE(at);
    const from = list[0] === 1 ? Number(list.readBigInt64BE(at + 8)) : list.readInt32BE(at + 4);
    if (from >= 0) return from - waiting;
    waiting += (length * timescale) / movieTimescale;
  }
  return -waiting;
}

/** Smaller numbers are Macintosh language codes, which are treated as unknown. */
const languageOf = (packed: number): string => (packed < 0x400 ? 'und' : String.fromCharCode(...[10, 5, 0].map((shift) => ((packed >> shift) & 31) + 0x60)));

function trackOf(body: Buffer, movieTimescale: number): Mp4Track {
  const [header, handler] = [needed(body, ['mdia', 'mdhd']), needed(body, ['mdia', 'hdlr']).toString('latin1', 8, 12)];
  const table = needed(body, ['mdia', 'minf', 'stbl']);
  const isLong = header[0] === 1;
  const timescale = header.readUInt32BE(isLong ? 20 : 12);
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const [entry] = boxesIn(needed(table, ['stsd']).subarray(8));
  if (!entry) throw new Broken('a track has no codec');
  const isVisual = handler === 'vide';
  const shift = shiftOf(boxAt(body, ['edts', 'elst']), timescale, movieTimescale);
  const [steps, offsets] = [[...runs(needed(table, ['stts']))], [...runs(boxAt(table, ['ctts']))]];
  if (needed(table, ['stsz']).readUInt32BE(8) !== steps.length) throw new Broken('samples have no times');
  let decoded = 0;
  const timesMs = steps.map((step, sample) => {
    const shown = decoded + (offsets[sample] ?? 0) - shift;
    decoded += step;
    return (shown * 1_000) / timescale;
  });
  return {
    handler, codec: entry.type, language: languageOf(header.readUInt16BE(isLong ? 32 : 20)),
    widthPx: isVisual ? entry.body.readUInt16BE(24) : 0, heightPx: isVisual ? entry.body.readUInt16BE(26) : 0,
    decoderSetup: isVisual ? boxAt(entry.body.subarray(VISUAL_ENTRY), ['avcC']) : null,
    durationMs: (duration * 1_000) / timescale, timesMs,
    // Leaves out the last sample: its length is not a step to another one.
    shortestStepMs: steps.slice(0, -1).reduce((least, step) => Math.min(least, (step * 1_000) / timescale), Infinity),
  };
}

/** The index of a file, provided that all boxes of the file are complete. Throws `Broken` otherwise. */
async function indexOf(file: FileHandle): Promise<Buffer> {
  const { size: end } = await file.stat();
  const header = Buffer.alloc(16);
  let index: Buffer | null = null;
  for (let at = 0; at < end;) {
    const { bytesRead } = await file.read(header, 0, 16, at);
    if (bytesRead < 8) throw new Broken('the file ends in a header');
    const short = header.readUInt32BE(0);
    const size = short === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8 || at + size > end) throw new Broken('the file ends in a box');
    if (header.toString('latin1', 4, 8) === 'moov') {
      if (size > MAX_INDEX_BYTES) throw new Broken('the index is too large');
      index = Buffer.alloc(size - 8);
      await file.read(index, 0, index.length, at + 8);
    }
    at += size;
  }
  if (!index) throw new Broken('there is no index');
  return index;
}

/** What an MP4 says about itself; null for a file that is no MP4 or not complete. The samples themselves are not looked at. */
export async function readMp4(path: string): Promise<Mp4Facts | null> {
  const file = await open(path, 'r');
  try {
    const index = await indexOf(file);
    const movieHeader = needed(index, ['mvhd']);
    const movieTimescale = movieHeader.readUInt32BE(movieHeader[0] === 1 ? 20 : 12);
    const tracks = boxesIn(index).filter(({ type }) => type === 'trak').map(({ body }) => trackOf(body, movieTimescale));
    return { tracks, hasCover: boxAt(index, ['udta', 'meta', 'ilst', 'covr']) !== null };
  } catch (error) {
    // A read beyond the end of a box throws `RangeError`.
    if (error instanceof Broken || error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}
