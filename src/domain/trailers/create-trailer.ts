import { TooLittle } from '../../craft/trailer/refusals.js';
import { cutTrailer } from '../../craft/trailer/cutter.js';
import type { Cut, CutSource } from '../../craft/trailer/cut.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { findStoryboard, openStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../kernel/services.js';
import { startFreeWork } from '../../kernel/works/request.js';
import { getArtifact, requireTableRead } from '../artifacts/artifact-store.js';
import { findWorkTitle } from '../artifacts/read-store.js';
import { findPerformance } from '../artifacts/performance/performance-store.js';
import { cutSourceOfRead } from '../storyboards/read-lines.js';
import { chooseLines, hearCut, chosenSourceOfRead } from '../storyboards/chosen-lines.js';
import { trailerSubject, type BeatItem, type TrailerBoard, type TrailerFields, type TrailerRow } from './trailer-model.js';
import { trailerRunSpec } from './trailer-run.js';
import { findTrailer, insertTrailer, lockTrailer, type NewTrailer } from './trailer-store.js';

export type TrailerWanted = Omit<NewTrailer, 'readRevision' | 'title'>;

/** The beats of a cut in their stored form. `id` gives the id of the beat at an index. */
export const itemsOf = (cut: Cut, id: (at: number) => string): BeatItem[] =>
  cut.beats.map((beat, at) => ({ ...beat, id: id(at), image: null, effects: [], takeId: null, variation: 0 }));

const MUSIC: TrailerFields['music'] = { mood: 'tense', colour: null, levelDb: 0, muted: false };

/** The music settings of a new trailer. The emotions of its lines decide the mood. */
function musicOf({ beats }: Cut, { units }: CutSource): TrailerFields['music'] {
  const heard = beats.flatMap(({ line }) => (line ? units.filter((unit) => unit.entryIndex === line.entryIndex && unit.sentence === line.sentence) : []));
  const share = (...emotions: readonly string[]): number => heard.filter(({ emotion }) => emotions.includes(emotion)).length / Math.max(1, heard.length);
  const mood = share('happy') > 0.3 ? 'bright' as const : share('sad') > 0.3 ? 'grave' as const : share('whisper', 'calm') > 0.4 ? 'hushed' as const : 'tense' as const;
  return { ...MUSIC, mood };
}

/** Cuts a trailer from its read. When the read has too little material, raises `validation_failed` with the number of seconds that it is enough for. */
export function cutBoard(source: CutSource, { id, seconds, title }: Pick<TrailerRow, 'id' | 'seconds' | 'title'>): TrailerBoard {
  try {
    const cut = cutTrailer(source, { seconds, title, seed: id });
    return { items: itemsOf(cut, (at) => `${id}-${at}`), fields: { countsPerMinute: cut.countsPerMinute, music: musicOf(cut, source), narrator: null } };
  } catch (error) {
    if (!(error instanceof TooLittle)) throw error;
    throw new ApiError('validation_failed', error.message, { field: 'seconds', maximum: error.secondsThatDo });
  }
}

/**
 * Creates a trailer of a performed read and starts its run; a repeat with the same id returns it. Raises `artifact_not_found`, `artifact_not_ready` for a
 * read that is not performed, and `validation_failed` for one that has too little for the length.
 */
export async function createTrailer(services: Services, wanted: TrailerWanted): Promise<TrailerRow> {
  const { db } = services;
  if (!await findTrailer(db, wanted.id)) {
    const read = requireTableRead(await getArtifact(db, wanted.accountId, wanted.artifactId));
    if (read.projectId !== wanted.projectId) throw new ApiError('artifact_not_found', 'the read belongs to another project', { field: 'sourceArtifactId' });
    const readRevision = read.revision.revision;
    if ((await findPerformance(db, read.id, readRevision))?.status !== 'complete') {
      throw new ApiError('artifact_not_ready', 'the read is not performed to its end yet', {
        status: 'needs_recording', next: { method: 'POST', path: `/artifacts/${read.id}/finalize`, body: { mode: 'audio' }, why: 'Has the read performed and recorded.' },
      });
    }
    const title = await findWorkTitle(db, read.id);
    // Cut once before anything is stored, so that this call refuses a read that has too little material.
    cutBoard(await cutSourceOfRead(services, { artifactId: read.id, readRevision }), { ...wanted, title });
    await insertTrailer(db, { ...wanted, readRevision, title });
  }
  const trailer = (await findTrailer(db, wanted.id))!;
  await startFreeWork(services, trailerRunSpec(trailer));
  return trailer;
}

const unchosen = (source: CutSource): CutSource => ({ ...source, units: source.units.map(({ reader: _reader, ...unit }) => unit) });

/** The cut of a trailer with the lines that a model chose. Where these are not enough, the cut uses the criteria alone, as the check at creation did. */
function chosenBoard(source: CutSource, trailer: TrailerRow): TrailerBoard {
  try {
    return cutBoard(source, trailer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return cutBoard(unchosen(source), trailer);
  }
}

/** How often a model may hear a cut and have it cut again. */
const HEARINGS = 3;

/** The cut of a trailer after a model has heard it. Faults that the model finds are removed by another cut, up to `HEARINGS` times. */
async function heardBoard(services: Services, trailer: TrailerRow, signal: AbortSignal): Promise<TrailerBoard> {
  let source = await chosenSourceOfRead(services, trailer);
  let board = chosenBoard(source, trailer);
  for (let hearing = 0; hearing < HEARINGS; hearing += 1) {
    const cut = board.items.flatMap(({ line }) => line ?? []);
    const heard = await hearCut(services, trailer, { title: trailer.title, source, cut }, signal);
    if (!heard) return board;
    source = heard;
    board = chosenBoard(source, trailer);
  }
  return board;
}

/** Writes the storyboard of a trailer, once, with lines that the configured model chose. Throws `ProviderBackoff` and the signal's reason. */
export async function writeStoryboard(services: Services, trailerId: string, signal: AbortSignal): Promise<void> {
  const trailer = await findTrailer(services.db, trailerId);
  if (!trailer || await findStoryboard(services.db, trailerSubject(trailer))) return;
  await chooseLines(services, trailer, trailer.title, signal);
  const board = await heardBoard(services, trailer, signal);
  await services.db.transaction(async (tx) => {
    if (await lockTrailer(tx, trailerId)) await openStoryboard(tx, trailerSubject(trailer), board.items, board.fields);
  });
}
