import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ApiClient } from '../support/api-client.js';
import { parsed, uploaded } from '../support/script-stand.js';
import { openStand, type Stand } from '../support/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
}, 60_000);
afterAll(() => stand.close(), 30_000);

/** Lines that writers write (by ADA), and lines that nobody writes but whose volume they set (by TOM). */
const WRITTEN = 3;
const TUNED = 2;
const CONSTANT = Array.from({ length: TUNED }, (_, at) => `TOM\nThis is the ${at === 0 ? 'first' : 'second'} of the lines that nobody ever rewrites.\n`);
const textOf = (words: readonly string[]): string => `INT. ROOM - DAY\n\n${words.map((word) => `ADA\n${word}\n`).join('\n')}\n${CONSTANT.join('\n')}`;
/** Words of one write, unlike those of any other. */
const wordsOf = (token: string): string[] => Array.from({ length: WRITTEN }, (_, at) => `${token} says ${'aeiou'[at]}`.repeat(3));

type Step =
  | { kind: 'line'; at: number } | { kind: 'volume'; at: number } | { kind: 'override'; key: 'avatar' | 'theater' }
  | { kind: 'content'; careful: boolean } | { kind: 'version' };
interface Done { step: Step; token: string; expected: number | null; status: number; revision: number | null; versionId: string | null }

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('line' as const), at: fc.nat(WRITTEN - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('volume' as const), at: fc.nat(TUNED - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('override' as const), key: fc.constantFrom('avatar' as const, 'theater' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('content' as const), careful: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'version' as const }) },
);

/** One writer's steps, one after the other; a line that is not read yet is tried again, as an editor would. */
async function write(id: string, writer: string, steps: readonly Step[]): Promise<Done[]> {
  const log: Done[] = [];
  let seen = 1;
  for (const [number, step] of steps.entries()) {
    const token = `${writer}${number}`;
    const done: Done = { step, token, expected: null, status: 0, revision: null, versionId: null };
    if (step.kind === 'override') done.status = (await client.patch(`/scripts/${id}/overrides`, { [step.key]: token })).status;
    else if (step.kind === 'version') {
      const { status, body } = await client.post(`/scripts/${id}/versions`, { content: textOf(wordsOf(token)) });
      Object.assign(done, { status, versionId: body.version.scriptUploadId });
    } else if (step.kind === 'content') {
      done.expected = step.careful ? seen : null;
      const answer = await client.patch(`/scripts/${id}/content`, { content: textOf(wordsOf(token)), ...(step.careful ? { expectedVersion: seen } : {}) });
      Object.assign(done, { status: answer.status, revision: answer.body.version?.revision ?? null });
      seen = answer.body.version?.revision ?? answer.body.error.details.currentVersion;
    } else {
      const index = step.kind === 'line' ? 1 + step.at : 1 + WRITTEN + step.at;
      const body = step.kind === 'line' ? { text: wordsOf(token)[step.at] } : { volume: (number + 1) / 10 + (writer === 'B' ? 1 : 0) };
      do {
        const answer = await client.patch(`/scripts/${id}/lines/${index}`, body);
        done.status = answer.status;
        if (answer.body.error?.details?.status) await new Promise((resolve) => setTimeout(resolve, 20));
        else break;
      } while (done.status === 409);
    }
    log.push(done);
  }
  return log;
}

interface State {
  revision: number; words: string[]; volumes: (number | null)[]; overrides: Record<string, string>;
  /** Overrides that each new version started with, and those of the latest one. */
  copies: Record<string, string>; latest: string | null;
}

/** The state after one step, or null when the step's answer is not the one it would have had here. */
function after(state: State, { step, token, expected, status, revision, versionId }: Done): State | null {
  switch (step.kind) {
    case 'override': return { ...state, overrides: { ...state.overrides, [step.key]: token } };
    case 'version': {
      // The version before it is the script's latest, and nobody changes the overrides of that but of the first one.
      const latest = state.latest ?? JSON.stringify(state.overrides);
      return { ...state, latest, copies: { ...state.copies, [versionId!]: latest } };
    }
    case 'line': return { ...state, revision: state.revision + 1, words: state.words.with(step.at, wordsOf(token)[step.at]!) };
    case 'volume': {
      const volume = (Number(token.slice(1)) + 1) / 10 + (token.startsWith('B') ? 1 : 0);
      return { ...state, volumes: state.volumes.with(step.at, volume) };
    }
    case 'content': {
      const accepted = expected === null || expected === state.revision;
      if (accepted !== (status === 200) || (accepted && revision !== state.revision + 1)) return null;
      return accepted ? { ...state, revision: state.revision + 1, words: wordsOf(token) } : state;
    }
  }
}

/** True when the two logs can be merged so that every answer and the outcome are those of one writer after the other. */
function hasSerialOrder(state: State, a: readonly Done[], b: readonly Done[], isOutcome: (state: State) => boolean): boolean {
  if (a.length === 0 && b.length === 0) return isOutcome(state);
  return [[a, b, false] as const, [b, a, true] as const].some(([first, second, swapped]) => {
    const next = first.length > 0 ? after(state, first[0]!) : null;
    if (!next) return false;
    return swapped ? hasSerialOrder(next, second, first.slice(1), isOutcome) : hasSerialOrder(next, first.slice(1), second, isOutcome);
  });
}

async function outcomeOf(id: string, copies: readonly string[]): Promise<State> {
  const [version] = await stand.api.services.db.query('SELECT revision FROM script_versions WHERE id = $1', [id]);
  const lines = await Promise.all(Array.from({ length: WRITTEN + TUNED }, async (_, at) => (await client.get(`/scripts/${id}/lines/${at + 1}`)).body.line));
  const overrides = async (of: string) => Object.fromEntries(Object.entries((await client.get(`/scripts/${of}/overrides`)).body.overrides as object)
    .filter(([, text]) => text !== null).sort()) as Record<string, string>;
  return {
    revision: version.revision, words: lines.slice(0, WRITTEN).map(({ text }) => text), volumes: lines.slice(WRITTEN).map(({ volume }) => volume),
    overrides: await overrides(id),
    copies: Object.fromEntries(await Promise.all(copies.map(async (copy) => [copy, JSON.stringify(await overrides(copy))]))),
    latest: null,
  };
}

const sorted = (overrides: Record<string, string>): string => JSON.stringify(Object.fromEntries(Object.entries(overrides).sort()));
const canonical = ({ overrides, copies, latest: _, ...state }: State): string => JSON.stringify([state, sorted(overrides),
  Object.entries(copies).map(([id, copy]) => [id, sorted(JSON.parse(copy))]).sort()]);

/** What is stored for a version is what it refers to, and each change of a line has its snapshot. */
async function checkStored(id: string, acceptedLines: number): Promise<void> {
  const { db } = stand.api.services;
  const [row] = await db.query('SELECT * FROM script_versions WHERE id = $1', [id]);
  const edits = await db.query('SELECT * FROM script_line_edits WHERE version_id = $1 ORDER BY edition', [id]) as
    { edition: number; revision: number; snapshot_key: string }[];
  expect([row.edition, edits.map(({ edition }) => edition)]).toEqual([acceptedLines, edits.map((_, at) => at + 1)]);
  expect(edits.map(({ revision }) => revision)).toEqual(edits.map(({ revision }) => revision).sort((a, b) => a - b));
  const folder = path.join(stand.config.dataDir, 'media', 'script-versions', id);
  const files = (await readdir(folder)).map((name) => `script-versions/${id}/${name}`);
  expect(files.sort()).toEqual([row.content_key, row.model_key, row.lines_key, ...edits.map(({ snapshot_key: key }) => key)].sort());
}

it('two writers at once never lose or blend words: the outcome is that of some order of what was accepted', async () => {
  const steps = fc.array(stepArbitrary, { minLength: 2, maxLength: 5 });
  await fc.assert(fc.asyncProperty(steps, steps, async (a, b) => {
    const id = (await uploaded(client, textOf(wordsOf('start')))).scriptUploadId as string;
    const logs = await Promise.all([write(id, 'A', a), write(id, 'B', b)]);
    for (const { step, status } of logs.flat()) expect(step.kind === 'content' ? [200, 409] : [step.kind === 'version' ? 201 : 200]).toContain(status);
    expect((await parsed(client, id)).parseStatus).toBe('complete');
    const outcome = await outcomeOf(id, logs.flat().flatMap(({ versionId }) => versionId ?? []));
    const start: State = { revision: 1, words: wordsOf('start'), volumes: Array(TUNED).fill(null), overrides: {}, copies: {}, latest: null };
    const found = hasSerialOrder(start, logs[0]!, logs[1]!, (state) => canonical(state) === canonical(outcome));
    expect({ found, logs: found ? null : logs, outcome: found ? null : outcome }).toEqual({ found: true, logs: null, outcome: null });
    await checkStored(id, logs.flat().filter(({ step }) => step.kind === 'line' || step.kind === 'volume').length);
  }), { numRuns: 25, endOnFailure: true });
}, 300_000);
