import path from 'node:path';
import { FilmRejected } from '../failures.js';
import { inLanes, keepPiece, type Making } from '../making.js';
import { readMp4 } from '../mp4-facts.js';
import { isVeil } from './content.js';
import { MovingSources } from './moving-sources.js';
import { pieceArguments, type DrawnPiece } from './piece-command.js';
import { allSources, sourcesOf, type DrawnSource, type Source } from './piece-sources.js';
import type { FilmPlan, Piece } from '../plan.js';
import { Stills } from './stills.js';

export const pieceFile = ({ key }: Pick<Piece, 'key'>): string => `${key}.mp4`;

/** The decoder configuration of a complete piece; null for a file that is not the complete piece. */
async function setupOf(file: string, { frames }: Piece, { size }: FilmPlan): Promise<Buffer | null> {
  const [track, ...others] = (await readMp4(file))?.tracks ?? [];
  const isWhole = track?.codec === 'avc1' && others.length === 0 && track.timesMs.length === frames
    && track.widthPx === size.widthPx && track.heightPx === size.heightPx;
  return isWhole ? track.decoderSetup : null;
}

/** A film has only one decoder configuration for all its pieces. */
function requireOneSetup(setups: readonly Buffer[]): void {
  if (!setups.every((setup) => setup.equals(setups[0]!))) throw new FilmRejected('pieces of the film need different decoders');
}

/** The files that the pieces of a film are encoded from. */
class Drawings {
  private readonly stills: Stills;
  private readonly moving: MovingSources;

  constructor({ folder, signal }: Making, private readonly plan: FilmPlan, pieces: readonly Piece[]) {
    this.stills = new Stills(folder, pieces.flatMap((piece) => allSources(sourcesOf(piece, plan))), signal);
    this.moving = new MovingSources(folder);
  }

  /** Draws the pictures of a piece that are not drawn yet. */
  async prepare(piece: Piece | undefined): Promise<void> {
    const sources = piece ? allSources(sourcesOf(piece, this.plan)) : [];
    // Ignores failures: `using` awaits the same drawings later and throws their errors.
    await Promise.allSettled(sources.map((source) => this.stills.drawn(source)));
  }

  /** Runs a function with all files of a piece, then removes those that no later piece needs. */
  async using<T>(piece: Piece, run: (drawn: DrawnPiece) => Promise<T>): Promise<T> {
    const sources = sourcesOf(piece, this.plan);
    const still = (source: Source | null): Promise<DrawnSource> | null => source && this.stills.drawn(source);
    const sheet = await still(sources.sheet?.source ?? null);
    const details = sheet ? await this.moving.details(sources.sheet!, piece.frames, sheet.path, piece.key) : [];
    try {
      return await run({
        first: await still(sources.first), second: await still(sources.second), before: await still(sources.before), over: await still(sources.over),
        people: await still(sources.people), details, footagePath: piece.footage && await this.moving.footage(piece.footage.film),
        passing: await Promise.all(piece.passing.map(({ shown }, at) => (isVeil(shown) ? this.moving.veil(shown) : this.stills.drawn(sources.passing[at]!)))),
      });
    } finally {
      await this.moving.release(details);
      await this.stills.release(allSources(sources));
    }
  }
}

async function encode(making: Making, plan: FilmPlan, piece: Piece, drawings: Drawings, onFrames: (frames: number) => void): Promise<Buffer> {
  const { ffmpeg, folder, signal, jobId } = making;
  const file = path.join(folder, pieceFile(piece));
  await drawings.using(piece, (drawn) => ffmpeg.run(pieceArguments(piece, drawn, plan, file), {
    signal, jobId, onProgress: (ms) => onFrames(Math.min(piece.frames, Math.round((ms * plan.rate) / 1_000))),
  }));
  const setup = await setupOf(file, piece, plan);
  if (!setup) throw new FilmRejected(`a shot of ${piece.frames} frames was encoded otherwise`);
  await keepPiece(making, piece.key, file);
  return setup;
}

/** Encodes pieces; the pictures of the next ones are drawn meanwhile. */
async function encodeAll(making: Making, plan: FilmPlan, missing: readonly Piece[], onShare: (share: number) => void): Promise<Buffer[]> {
  const drawings = new Drawings(making, plan, missing);
  const total = missing.reduce((sum, { frames }) => sum + frames, 0);
  const encoded = missing.map(() => 0);
  const setups: Buffer[] = [];
  await inLanes(making.signal, plan.lanes, missing, async (piece, index, signal) => {
    const onFrames = (frames: number): void => {
      encoded[index] = frames;
      onShare(encoded.reduce((sum, each) => sum + each, 0) / total);
    };
    await drawings.prepare(piece);
    const ahead = drawings.prepare(missing[index + plan.lanes]);
    try {
      setups.push(await encode({ ...making, signal }, plan, piece, drawings, onFrames));
    } finally {
      await ahead;
    }
    onFrames(piece.frames);
  });
  return setups;
}

/**
 * Brings all pieces of a film into its folder, from the store or by encoding them, and returns how many had to be encoded. Throws
 * `FilmRejected`, `FfmpegFailed`, `FfmpegCancelled`, the errors of `rasterise` and of the pictures.
 */
export async function makePieces(making: Making, plan: FilmPlan, onShare: (share: number) => void): Promise<number> {
  const [missing, setups]: [Piece[], Buffer[]] = [[], []];
  for (const piece of new Map(plan.placed.map(({ piece }) => [piece.key, piece])).values()) {
    making.signal.throwIfAborted();
    const file = path.join(making.folder, pieceFile(piece));
    const setup = await making.pieces.fetch(piece.key, file) ? await setupOf(file, piece, plan) : null;
    if (setup) setups.push(setup);
    else missing.push(piece);
  }
  requireOneSetup([...setups, ...await encodeAll(making, plan, missing, onShare)]);
  onShare(1);
  return missing.length;
}
