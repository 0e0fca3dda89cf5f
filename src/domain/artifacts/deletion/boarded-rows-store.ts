import type { Db } from '../../../kernel/db/database.js';
import { deleteDecisions } from '../../../kernel/decisions/hold-store.js';
import { deleteRequests } from '../../../kernel/families/candidates/candidate-store.js';
import { madeKeyOf } from '../../../kernel/families/candidates/candidates.js';
import { COVERAGE, deleteReports } from '../../../kernel/families/coverage/coverage-store.js';
import { deleteStoryboardRow } from '../../../kernel/families/storyboards/storyboard-store.js';
import { lockOpenWork } from '../../../kernel/works/work-store.js';

/** The subject types and tables of films that are cut from reads and edited as storyboards. Their areas are above this one. */
const BOARDED = [{ type: 'trailer', table: 'trailers' }, { type: 'pitch_deck', table: 'pitch_decks' }] as const;

export type BoardedSubjectType = (typeof BOARDED)[number]['type'];

/** What remains to be deleted or cancelled outside the database. */
export interface DeletedRows { objectKeys: string[]; runIds: string[] }

/** The trailers and pitch decks made from the reads of these versions. They are deleted together with the versions. */
export async function listBoardedOf(tx: Db, versionIds: readonly string[]): Promise<{ type: BoardedSubjectType; ids: string[] }[]> {
  const found = [];
  for (const { type, table } of BOARDED) {
    const rows = await tx.query<{ id: string }>(
      `SELECT t.id FROM ${table} t JOIN artifacts a ON a.id = t.artifact_id JOIN jobs j ON j.id = a.job_id WHERE j.script_upload_id = ANY($1)`, [versionIds]);
    found.push({ type, ids: rows.map(({ id }) => id) });
  }
  return found;
}

/** Locks the open work on reports on these subjects. The order of locks puts this work before the subjects. */
export async function lockBoardedReports(tx: Db, type: BoardedSubjectType, ids: readonly string[]): Promise<void> {
  const reports = await tx.query<{ id: string }>('SELECT id FROM coverage_reports WHERE subject_type = $1 AND subject_id = ANY($2)', [type, ids]);
  await lockOpenWork(tx, [COVERAGE], reports.map(({ id }) => id));
}

/** Deletes everything that belongs to deleted trailers or pitch decks except decisions: takes, reports, storyboards. */
export async function deleteBoardedFamilies(tx: Db, type: BoardedSubjectType, ids: readonly string[]): Promise<DeletedRows> {
  const requests = await deleteRequests(tx, type, ids);
  const { objectKeys, runIds } = await deleteReports(tx, type, ids);
  for (const id of ids) await deleteStoryboardRow(tx, { type, id });
  return { objectKeys: [...objectKeys, ...requests.flatMap(({ id, wanted }) => Array.from({ length: wanted }, (_, line) => madeKeyOf(id, line)))], runIds };
}

/** Deletes the decisions about deleted trailers or pitch decks, and their edits. */
export async function deleteBoardedDecisions(tx: Db, type: BoardedSubjectType, ids: readonly string[]): Promise<void> {
  for (const id of ids) await deleteDecisions(tx, { type, id });
}

const RUN_IDS: Readonly<Record<BoardedSubjectType, string>> = { trailer: 'trailer', pitch_deck: 'pitch-deck' };

/** Ids of the workflow runs of trailers or pitch decks. */
export const boardedRunIds = (type: BoardedSubjectType, ids: readonly string[]): string[] => ids.map((id) => `${RUN_IDS[type]}:${id}`);
