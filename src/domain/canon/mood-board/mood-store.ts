import { MoodBoard } from '../../../../entities/mood-board.js';
import { MoodFrame } from '../../../../entities/mood-frame.js';
import type { ImageAspect } from '../../../craft/images/port.js';
import type { Database, Db } from '../../../kernel/db/database.js';
import { newId } from '../../../kernel/db/ids.js';
import { tableOf, type Known } from '../../../kernel/db/rows.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { ImageFacts } from '../images/candidate.js';

/** A kept candidate. It is a copy, so it survives its request. */
export type KeptCandidate = ImageFacts & { candidateId: string };

export type MoodFrameRow = Known<MoodFrame, { candidate: KeptCandidate; aspect: ImageAspect }>;

const FRAMES = tableOf<MoodFrame, MoodFrameRow>(MoodFrame);

/** Most frames of a mood board. */
export const MAX_FRAMES = 60;

/** The kept frames of a project, in their order. */
export const listFrames = (db: Db, projectId: string): Promise<MoodFrameRow[]> =>
  db.repository(FRAMES).find({ where: { projectId }, order: { position: 'ASC', keptAt: 'ASC', id: 'ASC' } });

/** The version of a mood board, and when it changed; version 0 before a frame was kept. */
export async function findBoard(db: Db, projectId: string): Promise<{ version: number; updatedAt: Date | null }> {
  return await db.repository(MoodBoard).findOneBy({ projectId }) ?? { version: 0, updatedAt: null };
}

async function lockBoard(tx: Db, projectId: string, expectedVersion: number | undefined): Promise<void> {
  const boards = tx.repository(MoodBoard);
  await boards.createQueryBuilder().insert().values({ projectId, version: 0 }).orIgnore().execute();
  const { version } = await boards.findOneOrFail({ where: { projectId }, lock: { mode: 'for_no_key_update' } });
  if (expectedVersion === undefined || expectedVersion === version) return;
  throw new ApiError('version_conflict', 'the mood board has changed since it was read', { expected: expectedVersion, actual: version });
}

const moved = (tx: Db, projectId: string): Promise<unknown> =>
  tx.query('UPDATE mood_boards SET version = version + 1, updated_at = now() WHERE project_id = $1', [projectId]);

async function renumber(tx: Db, frames: readonly MoodFrameRow[]): Promise<void> {
  for (const [position, { id }] of frames.entries()) await tx.repository(FRAMES).update({ id }, { position });
}

export interface KeptFrame { candidate: KeptCandidate; aspect: ImageAspect; position?: number; expectedVersion?: number }

/**
 * Keeps a candidate at a position, or at the end without one; later frames move up. A frame that is already kept moves to the position, and without one stays
 * where it is. Raises `version_conflict`, and `validation_failed` for a full board.
 */
export async function keepFrame(db: Database, projectId: string, { candidate, aspect, position, expectedVersion }: KeptFrame): Promise<MoodFrameRow> {
  return db.transaction(async (tx) => {
    await lockBoard(tx, projectId, expectedVersion);
    const frames = await listFrames(tx, projectId);
    const known = frames.find(({ candidateId }) => candidateId === candidate.candidateId);
    if (known && (position === undefined || known.position === position)) return known;
    if (!known && frames.length >= MAX_FRAMES) throw new ApiError('validation_failed', `a mood board has at most ${MAX_FRAMES} frames`, { field: 'candidateId' });
    if (!known) {
      await tx.repository(FRAMES).insert({
        id: newId('moodFrame'), projectId, candidateId: candidate.candidateId, candidate: candidate as never, aspect, position: frames.length,
      });
    }
    const frame = await tx.repository(FRAMES).findOneByOrFail({ projectId, candidateId: candidate.candidateId });
    const others = frames.filter(({ id }) => id !== frame.id);
    others.splice(Math.min(position ?? others.length, others.length), 0, frame);
    await renumber(tx, others);
    await moved(tx, projectId);
    return tx.repository(FRAMES).findOneByOrFail({ id: frame.id });
  });
}

/** Removes a frame; its image stays a candidate. False when the board has no such frame. */
export async function removeFrame(db: Database, projectId: string, frameId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockBoard(tx, projectId, undefined);
    const removed = await tx.repository(FRAMES).delete({ id: frameId, projectId });
    if (removed.affected !== 1) return false;
    await renumber(tx, await listFrames(tx, projectId));
    await moved(tx, projectId);
    return true;
  });
}
