import type { Db } from '../../../kernel/db/database.js';
import { deleteDecisions } from '../../../kernel/decisions/decision-store.js';
import { deleteRequests } from '../../../kernel/families/candidates/candidate-store.js';
import { madeKeyOf } from '../../../kernel/families/candidates/candidates.js';
import { COVERAGE, deleteReports } from '../../../kernel/families/coverage/coverage-store.js';
import { deleteStoryboardRow } from '../../../kernel/families/storyboards/storyboard-store.js';
import { lockOpenWork } from '../../../kernel/works/work-store.js';

/** Films that are cut from reads and edited as storyboards: the types of their subjects, and their tables. They are an area above this one. */
const BOARDED = [{ type: 'trailer', table: 'trailers' }, { type: 'pitch_deck', table: 'pitch_decks' }] as const;

export type BoardedSubjectType = (typeof BOARDED)[number]['type'];

/** What remains to be deleted or cancelled outside the database. */
export interface DeletedRows { objectKeys: string[]; runIds: string[] }

/** The trailers and pitch decks of the reads of these versions, which are deleted with them. */
export async function listBoardedOf(tx: Db, versionIds: readonly string[]): Promise<{ type: BoardedSubjectType; ids: string[] }[]> {
  const found = [];
  for (const { type, table } of BOARDED) {
    const rows = await tx.query<{ id: string }>(
      `SELECT t.id FROM ${table} t JOIN artifacts a ON a.id = t.artifact_id JOIN jobs j ON j.id = a.job_id WHERE j.script_upload_id = ANY($1)`, [versionIds]);
    found.push({ type, ids: rows.map(({ id }) => id) });
  }
  return found;
}

/** Locks the open work on reports on these subjects, which comes before the subjects in the order of locks. */
export async function lockBoardedReports(tx: Db, type: BoardedSubjectType, ids: readonly string[]): Promise<void> {
  const reports = await tx.query<{ id: string }>('SELECT id FROM coverage_reports WHERE subject_type = $1 AND subject_id = ANY($2)', [type, ids]);
  await lockOpenWork(tx, [COVERAGE], reports.map(({ id }) => id));
}

/** Deletes what belongs to deleted trailers or pitch decks, but for decisions: takes, reports, storyboards. */
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

/** The runs of trailers and pitch decks. */
export const boardedRunIds = (type: BoardedSubjectType, ids: readonly string[]): string[] => ids.map((id) => `${RUN_IDS[type]}:${id}`);
