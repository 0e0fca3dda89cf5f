import type { RenderedFilm } from '../../../src/domain/storyboards/boarded-film.js';
import { objectKeyOf } from '../../../src/domain/storyboards/objects.js';
import { takeIdOf } from '../../../src/domain/storyboards/takes/take.js';
import { shownKey, boardOf, TRAILER, trailerSubject, type TrailerBoard } from '../../../src/domain/trailers/trailer-model.js';
import { TRAILER_TYPE } from '../../../src/domain/trailers/trailer-type.js';
import { cutBoard } from '../../../src/domain/trailers/create-trailer.js';
import { cutSourceOfRead } from '../../../src/domain/storyboards/read-lines.js';
import { TAKE_KIND, type BeatTake } from '../../../src/domain/trailers/takes/beat-takes.js';
import { findTrailer, insertTrailer } from '../../../src/domain/trailers/trailer-store.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { addCandidates, insertRequest } from '../../../src/kernel/families/candidates/candidate-store.js';
import { applyOwnEdit, findStoryboard, openStoryboard } from '../../../src/kernel/families/storyboards/storyboard-store.js';
import type { Services } from '../../../src/kernel/services.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import { insertReadyRead, testScreenplay } from '../ready-read.js';
import { insertPerformanceRow, insertWorkRow } from '../work-rows.js';

export interface TrailerOf { accountId: string; projectId: string; artifactId: string }

/** How long each line of an inserted performance lasts, and the time from the start of one line to the next. */
const [LINE_MS, STEP_MS] = [2_600, 3_000];
/** The last line is longer than any beat. */
const LAST_LINE_MS = 9_000;

/** Inserts the rows of a performed read: its lines have times but no sound. */
export async function insertPerformedRead(services: Services, accountId: string, projectId: string, screenplay = testScreenplay(4)): Promise<string> {
  const { db } = services;
  const { artifactId } = await insertReadyRead({ api: { services } }, accountId, screenplay, undefined, projectId);
  const spoken = screenplay.entries.filter(({ kind }) => kind === 'dialogue');
  await insertPerformanceRow(db, { artifactId, accountId, projectId }, { status: 'READY', lineCount: spoken.length, performedCount: spoken.length });
  const lines = spoken.map(({ index, sceneIndex, character }, position) =>
    ({ position, entry: index, scene: sceneIndex, character, key: `lines/${artifactId}-${position}.pcm`, from: position * STEP_MS,
      to: position * STEP_MS + (position === spoken.length - 1 ? LAST_LINE_MS : LINE_MS) }));
  await db.query(
    `INSERT INTO performance_lines (artifact_id, revision, position, entry_index, scene_index, character, line_key, start_ms, end_ms, chunk_key, byte_start, byte_size)
     SELECT $1, 1, l.position, l.entry, l.scene, l.character, l.key, l."from", l."to", 'none', 0, 0
     FROM jsonb_to_recordset($2::jsonb) AS l(position int, entry int, scene int, character text, key text, "from" int, "to" int)`, [artifactId, JSON.stringify(lines)]);
  await db.query('UPDATE performances SET duration_ms = $2, completed_at = now() WHERE artifact_id = $1', [artifactId, spoken.length * STEP_MS + LAST_LINE_MS]);
  return artifactId;
}

/** Inserts one take for each beat and shows it there, as the work of a draft does. The bytes of a take's files are its id. */
async function insertTakes({ db, store }: Services, trailerId: string, accountId: string): Promise<void> {
  const trailer = (await findTrailer(db, trailerId))!;
  const board = boardOf((await findStoryboard(db, trailerSubject(trailer)))!);
  const requestId = newId('trailerTake');
  const takes = board.items.map((beat, at): BeatTake => {
    const takeId = takeIdOf(requestId, at);
    return {
      takeId, itemId: beat.id, key: shownKey(trailer, board.fields, beat), variation: beat.variation, picture: beat.picture,
      shown: { card: beat.card, image: beat.image, line: beat.line, cuts: beat.cuts }, mediaKey: objectKeyOf(TRAILER_TYPE, trailer, `${takeId}.mp4`),
      frameKey: objectKeyOf(TRAILER_TYPE, trailer, `${takeId}.jpg`), durationMs: 1_000, byteSize: takeId.length, defects: [],
    };
  });
  for (const { takeId, mediaKey, frameKey } of takes) for (const key of [mediaKey!, frameKey]) await store.put(key, takeId);
  const work = { workId: workIdOf(TAKE_KIND, requestId), kind: TAKE_KIND, projectId: trailer.projectId };
  await insertWorkRow(db, { ...work, accountId, subjectId: requestId, status: 'READY' });
  await insertRequest(db, { ...work, id: requestId }, {
    subject: { type: TRAILER, id: trailerId }, wanted: takes.length, brief: { purpose: 'draft', itemIds: board.items.map(({ id }) => id), instruction: null },
  });
  await addCandidates(db, requestId, 0, takes);
  const edit = { kind: 'fold' as const, name: 'showTakes', at: null, args: { takes } };
  await db.transaction((tx) => applyOwnEdit(tx, trailerSubject(trailer), { id: `${requestId}-shown`, edit, by: requestId }, 'beat'));
}

const film = (trailerId: string, revision: number): RenderedFilm => ({
  mediaKey: objectKeyOf(TRAILER_TYPE, { id: trailerId }, 'film-a.mp4'), sha256: 'a'.repeat(64), byteSize: 4, durationMs: 15_000, soundKey: objectKeyOf(TRAILER_TYPE, { id: trailerId }, 'film-a.m4a'),
  soundBytes: 4, lufs: -16, voicesLufs: -20, ceilingDb: -2, gainDb: 0, revision,
});

/** The storyboards of trailers, by the read that they are cut from. */
const boards = new Map<string, TrailerBoard>();

/** Inserts the storyboard of a trailer. It is cut once for all reads with the same words. */
async function openBoard(services: Services, id: string): Promise<void> {
  const trailer = (await findTrailer(services.db, id))!;
  const source = await cutSourceOfRead(services, trailer);
  const words = JSON.stringify(source).replaceAll(trailer.artifactId, '');
  if (!boards.has(words)) boards.set(words, cutBoard(source, { ...trailer, id: 'rows' }));
  const { items, fields } = boards.get(words)!;
  await openStoryboard(services.db, trailerSubject(trailer), items.map((item, at) => ({ ...item, id: `${id}-${at}` })), fields);
}

/** The phases of a trailer, in their order. `uncut`: it has no storyboard yet. `approved`: it is in review and its storyboard is approved. */
export type TrailerPhase = 'uncut' | 'draft' | 'review' | 'approved' | 'complete';

/** Inserts the rows of a 15-second trailer in a phase of its life, without a run. */
export async function insertTrailerIn(services: Services, { accountId, projectId, artifactId }: TrailerOf, phase: TrailerPhase): Promise<string> {
  const { db } = services;
  const id = newId('trailer');
  await insertTrailer(db, {
    id, accountId, projectId, artifactId, readRevision: 1, title: 'The Light at Corran Head', seconds: 15, aspect: '16:9', intent: null, createdBy: 'key_test', requestId: 'req_test_0001',
  });
  if (phase === 'uncut') return id;
  await openBoard(services, id);
  if (phase === 'draft') return id;
  await insertTakes(services, id, accountId);
  const revision = (await findStoryboard(db, { type: TRAILER, id }))!.revision;
  const move = (status: string, more: string): Promise<unknown> => db.query(
    `UPDATE trailers SET status = $2, ${more} = $3 WHERE id = $1`, [id, status, more === 'approved_revision' ? revision : JSON.stringify(film(id, revision))]);
  await db.query(`UPDATE trailers SET status = 'rendering' WHERE id = $1`, [id]);
  await move('review', 'draft');
  if (phase === 'review') return id;
  await move('review', 'approved_revision');
  if (phase === 'approved') return id;
  await db.query(`UPDATE trailers SET status = 'finishing', resolution = '720p' WHERE id = $1`, [id]);
  await services.store.put(film(id, revision).mediaKey, 'film');
  await move('complete', 'film');
  return id;
}
