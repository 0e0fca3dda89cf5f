import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import '../../../src/domain/boards.js';
import { deckRunId } from '../../../src/domain/pitch-decks/deck-run.js';
import { trailerRunId } from '../../../src/domain/trailers/trailer-run.js';
import { PRICES } from '../../../src/kernel/credits/prices.js';
import type { Answer, ApiClient } from '../api-client.js';
import { confirmed } from '../canon/priced.js';
import type { Processes } from '../processes.js';
import { insertDeckIn, type DeckOf } from '../stands/deck-rows.js';
import { insertTrailerIn } from '../stands/trailer-rows.js';

type Services = Processes['services'];

/** The life of a film that is edited as a storyboard of two items, in the steps that a deck and a trailer have in common. */
export interface BoardedLife {
  name: 'deck' | 'trailer';
  table: string;
  /** The base path of its operations, and the names of the film and of its status in answers. */
  base: string; shownAs: 'pitchDeck' | 'trailer'; statusAs: 'stage' | 'status';
  noun: 'chapter' | 'beat'; takeKind: string; filmKind: string;
  runId(id: string): string;
  /** Inserts a film with a storyboard that has no draft yet; returns its id. */
  insert(services: Services, of: DeckOf): Promise<string>;
  /** Orders the takes and the film for review. `drafted` is the status when they are ready. */
  draft(client: ApiClient, id: string): Promise<Answer>;
  drafted: string; draftCredits: number;
  /** The approval that a person gives before the finish; `isApproved` tells whether it took effect. */
  approve(client: ApiClient, id: string): Promise<Answer>;
  isApproved(shown: any): boolean;
  finish(client: ApiClient, id: string): Promise<Answer>;
  /** True when a clip that was ordered again is ready. A trailer must also have its film for review made anew, which happens without a person. */
  isRemade(shown: any): boolean;
  /** Its statuses once it is finished, and after a finish that was cancelled. */
  finished: string; returned: string; finishCredits: number;
}

/** Turns the music off. It is composed from the id of a film, so without it equal decks and equal trailers have equal films. */
const MUTED = `UPDATE storyboards SET fields = jsonb_set(fields, '{music,muted}', 'true') WHERE subject_id = $1`;
/** Turns motion off, because still frames cost little to make. */
const STILL = `UPDATE storyboards SET fields = jsonb_set(fields, '{visualGrammar,moves}', '"still"'),
  items = jsonb_set(jsonb_set(items, '{0,textMotion}', '"none"'), '{1,textMotion}', '"none"') WHERE subject_id = $1`;
/** A picture of the stage, and a card with a line. */
const TWO_BEATS = `UPDATE storyboards SET items = jsonb_set(jsonb_path_query_array(items, '$[0 to 1]'), '{1,card}', '"Somebody is out there."') WHERE subject_id = $1`;
const bought = async (client: ApiClient, to: string): Promise<Answer> => (await confirmed(client, to)).answer;

export const LIVES: readonly BoardedLife[] = [
  {
    name: 'deck', table: 'pitch_decks', base: '/pitch-decks', shownAs: 'pitchDeck', statusAs: 'stage', noun: 'chapter', takeKind: 'chapter-take', filmKind: 'deck-film', runId: deckRunId,
    async insert(services, of) {
      const id = await insertDeckIn(services, of, 'storyboard', { isBrief: true });
      await services.db.query(MUTED, [id]);
      await services.db.query(STILL, [id]);
      return id;
    },
    draft: (client, id) => client.post(`/pitch-decks/${id}/storyboard/approve`, {}), drafted: 'draft', draftCredits: 0,
    approve: (client, id) => client.post(`/pitch-decks/${id}/draft/approve`, {}), isApproved: ({ pitchDeck }) => pitchDeck.stage === 'review',
    finish: (client, id) => bought(client, `/pitch-decks/${id}/finish`), finished: 'finished', returned: 'review', finishCredits: PRICES.PITCH_DECK_FINISH,
    isRemade: ({ storyboard: { chapters: [first] } }) => first.takes.filter(({ status }: any) => status === 'ready').length === 2,
  },
  {
    name: 'trailer', table: 'trailers', base: '/trailers', shownAs: 'trailer', statusAs: 'status', noun: 'beat', takeKind: 'trailer-take', filmKind: 'trailer-film', runId: trailerRunId,
    async insert(services, of) {
      const id = await insertTrailerIn(services, of, 'draft');
      await services.db.query(MUTED, [id]);
      await services.db.query(TWO_BEATS, [id]);
      return id;
    },
    draft: (client, id) => bought(client, `/trailers/${id}/plan/approve`), drafted: 'review', draftCredits: PRICES.TRAILER_DRAFT,
    approve: (client, id) => client.post(`/trailers/${id}/storyboard/approve`, {}), isApproved: ({ trailer }) => trailer.approvals.storyboard,
    finish: (client, id) => bought(client, `/trailers/${id}/draft/approve`), finished: 'complete', returned: 'review', finishCredits: PRICES.TRAILER_FINISH,
    isRemade: ({ trailer }) => !trailer.draft.stale,
  },
];

/** The id of a deck and the id of a trailer. */
export type Films = Map<BoardedLife['name'], string>;

/** Does something with the deck and the trailer at the same time. */
export const each = <T>(films: Films, act: (life: BoardedLife, id: string) => Promise<T>): Promise<T[]> =>
  Promise.all(LIVES.map((life) => act(life, films.get(life.name)!)));

/** Waits until `isDone` accepts the answer about the storyboard, and returns the film in that answer. */
export async function reached({ base, shownAs }: BoardedLife, client: ApiClient, id: string, isDone: (body: any) => boolean): Promise<any> {
  return (await client.poll(`${base}/${id}/storyboard`, isDone))[shownAs];
}

/** Waits until the film has this status. */
export const inStatus = (life: BoardedLife, client: ApiClient, id: string, status: string): Promise<any> =>
  reached(life, client, id, (body) => body[life.shownAs][life.statusAs] === status);

const OF = (column: string): string => `(${column} = $1 OR ${column} IN (SELECT id FROM candidate_requests WHERE subject_id = $1))`;
const bodyOf = (id: string): string => id.slice(id.indexOf('_') + 1);

/** The files of the store that belong to a film or to a request of it, with the hashes of its media, in the order of their names. */
export async function filesOf({ config }: Pick<Services, 'config'>, ids: readonly string[]): Promise<{ key: string; sha256: string | null }[]> {
  const root = path.join(config.dataDir, 'media');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const keys = entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).sort();
  return Promise.all(keys.filter((key) => ids.some((id) => key.includes(id)))
    // JSON files have no hash here, because the facts of candidates contain ids.
    .map(async (key) => ({ key, sha256: key.endsWith('.json') ? null : createHash('sha256').update(await readFile(path.join(root, key))).digest('hex') })));
}

/** Everything that is stored about a film: its row, storyboard, decisions, orders, candidates, works, ledger entries and files. */
export async function everythingOf(services: Services, { table, name }: BoardedLife, id: string) {
  const { db } = services;
  const requests = await db.query<{ id: string }>('SELECT * FROM candidate_requests WHERE subject_id = $1 ORDER BY created_at', [id]);
  return {
    row: await db.query(`SELECT * FROM ${table} WHERE id = $1`, [id]),
    storyboard: await db.query('SELECT revision, items, fields FROM storyboards WHERE subject_id = $1', [id]),
    versions: name === 'deck' ? await db.query('SELECT number, revision, film FROM pitch_deck_versions WHERE deck_id = $1 ORDER BY number', [id]) : [],
    decisions: await db.query<{ id: string }>('SELECT id, place, verb, revision, status, outcome FROM decisions WHERE subject_id = $1 ORDER BY created_at', [id]),
    works: await db.query<{ id: string; kind: string; subjectId: string; revision: number; epoch: number }>(
      `SELECT id, kind, subject_id AS "subjectId", revision, epoch, status, failure_code, credits_reserved, credits_settled, credits_released FROM works WHERE ${OF('subject_id')} ORDER BY created_at`, [id]),
    requests, candidates: await db.query(`SELECT ordinal, chosen, facts FROM candidates WHERE ${OF('request_id')} ORDER BY request_id, ordinal`, [id]),
    ledger: await db.query(
      `SELECT l.kind, l.epoch, l.line, l.credits FROM ledger_entries l JOIN works w ON w.id = l.ref_id WHERE ${OF('w.subject_id')} ORDER BY w.created_at, l.kind`, [id]),
    // The read must know every file of the film, because deleting the read deletes them.
    known: (await db.query<{ key: string }>(`SELECT object_key AS key FROM film_objects WHERE object_key LIKE '%' || $1 || '%' ORDER BY object_key`, [id])).map(({ key }) => key),
    files: await filesOf(services, [id, ...requests.map((request) => request.id)]),
  };
}

export type Everything = Awaited<ReturnType<typeof everythingOf>>;

/** The same without ids and times: equal for two films that were made of the same, whatever happened meanwhile. */
export function nameless(id: string, all: Everything): Record<keyof Everything, unknown> {
  const { row: [{ draft, film, ...row }], ...rest } = all as any;
  const kept = Object.fromEntries(['status', 'approved_revision', 'failure_code', 'failure_message'].map((column) => [column, row[column]]));
  const requests = rest.requests.map(({ kind, brief, wanted, round }: any) => ({ kind, brief, wanted, round }));
  const ids = [id, ...all.requests.map((request) => request.id), ...all.decisions.map((decision) => decision.id), ...all.works.map((work) => work.id)];
  const text = [...new Set(ids.map(bodyOf))].reduce((now, one, at) => now.replaceAll(one, `<${at}>`), JSON.stringify({ ...rest, requests, row: { ...kept, draft, film } }));
  return JSON.parse(text) as Record<keyof Everything, unknown>;
}
