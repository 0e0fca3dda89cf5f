import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ScriptLineEdit } from '../../../entities/script-line-edit.js';
import { ScriptVersion } from '../../../entities/script-version.js';
import type { ApiClient } from '../../support/api-client.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers'] });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

/** ADA speaks `WRITTEN` lines, whose words the writers change. TOM speaks `TUNED` lines, of which they change only the volume. */
const WRITTEN = 3;
const TUNED = 2;
const CONSTANT = Array.from({ length: TUNED }, (_, at) => `TOM\nThis is the ${at === 0 ? 'first' : 'second'} of the lines that nobody ever rewrites.\n`);
const textOf = (words: readonly string[]): string => `INT. ROOM - DAY\n\n${words.map((word) => `ADA\n${word}\n`).join('\n')}\n${CONSTANT.join('\n')}`;
/** Words of one write, unlike those of any other. */
const wordsOf = (token: string): string[] => Array.from({ length: WRITTEN }, (_, at) => `${token} says ${'aeiou'[at]}`.repeat(3));

/** What a write of the whole text expects to be unchanged: nothing, the last known revision, the last known text, or the text that it exports first. */
const GUARDS = ['none', 'revision', 'text', 'export'] as const;

type Step =
  | { kind: 'line'; at: number } | { kind: 'volume'; at: number } | { kind: 'override'; key: 'avatar' | 'theater' }
  | { kind: 'content'; guard: (typeof GUARDS)[number] } | { kind: 'version' } | { kind: 'delete' };
interface Done {
  step: Step; token: string; status: number;
  /** What a guarded write expected: a revision, or the words of the text it named. */
  expected: number | readonly string[] | null;
  revision: number | null;
  /** The version that the step made or deleted. */
  versionId: string | null;
}

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('line' as const), at: fc.nat(WRITTEN - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('volume' as const), at: fc.nat(TUNED - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('override' as const), key: fc.constantFrom('avatar' as const, 'theater' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('content' as const), guard: fc.constantFrom(...GUARDS) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'version' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'delete' as const }) },
);

interface Held { text: string; words: readonly string[] }

/** The text that an editor exports. While a new text is being parsed, the text that it held before. */
async function held(id: string, before: Held): Promise<Held> {
  const { status, body } = await client.get(`/scripts/${id}/export?format=fountain`);
  return status === 200 ? { text: body.content, words: [...(body.content as string).matchAll(/^ADA\n(.*)$/gm)].map(([, words]) => words!) } : before;
}

/** Changes a line. Tries again while the version is not parsed yet, as an editor would. */
async function patchLine(id: string, index: number, body: object): Promise<number> {
  for (;;) {
    const answer = await client.patch(`/scripts/${id}/lines/${index}`, body);
    if (answer.status !== 409 || !answer.body.error?.details?.status) return answer.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Makes the steps of one writer in their order. A writer deletes only versions that it made itself. */
async function write(id: string, writer: string, steps: readonly Step[]): Promise<Done[]> {
  const log: Done[] = [];
  const made: string[] = [];
  let seen = 1;
  let text: Held = { text: textOf(wordsOf('start')), words: wordsOf('start') };
  for (const [number, step] of steps.entries()) {
    const token = `${writer}${number}`;
    const done: Done = { step, token, expected: null, status: 0, revision: null, versionId: null };
    if (step.kind === 'override') done.status = (await client.patch(`/scripts/${id}/overrides`, { [step.key]: token })).status;
    else if (step.kind === 'version') {
      const { status, body } = await client.post(`/scripts/${id}/versions`, { content: textOf(wordsOf(token)) });
      Object.assign(done, { status, versionId: body.version.scriptUploadId });
      made.push(body.version.scriptUploadId);
    } else if (step.kind === 'delete') {
      const versionId = made.pop();
      if (!versionId) continue;
      Object.assign(done, { versionId, status: (await client.delete(`/scripts/${id}/versions/${versionId}?confirmed=true`)).status });
    } else if (step.kind === 'content') {
      if (step.guard === 'export') text = await held(id, text);
      done.expected = step.guard === 'none' ? null : step.guard === 'revision' ? seen : text.words;
      const guard = { ...(step.guard === 'revision' ? { expectedVersion: seen } : {}), ...(Array.isArray(done.expected) ? { expectedContent: text.text } : {}) };
      const answer = await client.patch(`/scripts/${id}/content`, { content: textOf(wordsOf(token)), ...guard });
      Object.assign(done, { status: answer.status, revision: answer.body.version?.revision ?? null });
      seen = answer.body.version?.revision ?? answer.body.error.details.currentVersion;
      text = answer.status === 200 ? { text: textOf(wordsOf(token)), words: wordsOf(token) } : await held(id, text);
    } else if (step.kind === 'line') done.status = await patchLine(id, 1 + step.at, { text: wordsOf(token)[step.at] });
    else done.status = await patchLine(id, 1 + WRITTEN + step.at, { volume: (number + 1) / 10 + (writer === 'B' ? 1 : 0) });
    log.push(done);
  }
  return log;
}

interface State {
  revision: number; words: string[]; volumes: (number | null)[]; overrides: Record<string, string>;
  /** Versions that were made and not deleted, in their order, each with its first overrides. */
  copies: [id: string, overrides: string][];
}

/** The state after one step; null when a server in this state would have answered the step differently. */
function after(state: State, { step, token, expected, status, revision, versionId }: Done): State | null {
  switch (step.kind) {
    case 'override': return { ...state, overrides: { ...state.overrides, [step.key]: token } };
    // A version starts with the overrides of the latest version. The steps change those of the first version only.
    case 'version': return { ...state, copies: [...state.copies, [versionId!, state.copies.at(-1)?.[1] ?? sorted(state.overrides)]] };
    case 'delete': return { ...state, copies: state.copies.filter(([id]) => id !== versionId) };
    case 'line': return { ...state, revision: state.revision + 1, words: state.words.with(step.at, wordsOf(token)[step.at]!) };
    case 'volume': {
      const volume = (Number(token.slice(1)) + 1) / 10 + (token.startsWith('B') ? 1 : 0);
      return { ...state, volumes: state.volumes.with(step.at, volume) };
    }
    case 'content': {
      const accepted = expected === null || (typeof expected === 'number' ? expected === state.revision : expected.join() === state.words.join());
      if (accepted !== (status === 200) || (accepted && revision !== state.revision + 1)) return null;
      return accepted ? { ...state, revision: state.revision + 1, words: wordsOf(token) } : state;
    }
  }
}

/** True when the two logs can be merged into one order of steps that explains every answer and the outcome. */
function hasSerialOrder(state: State, a: readonly Done[], b: readonly Done[], isOutcome: (state: State) => boolean): boolean {
  if (a.length === 0 && b.length === 0) return isOutcome(state);
  return [[a, b, false] as const, [b, a, true] as const].some(([first, second, swapped]) => {
    const next = first.length > 0 ? after(state, first[0]!) : null;
    if (!next) return false;
    return swapped ? hasSerialOrder(next, second, first.slice(1), isOutcome) : hasSerialOrder(next, first.slice(1), second, isOutcome);
  });
}

async function outcomeOf(id: string, copies: readonly string[]): Promise<State> {
  const version = await stand.api.services.db.repository(ScriptVersion).findOneByOrFail({ id });
  const lines = await Promise.all(Array.from({ length: WRITTEN + TUNED }, async (_, at) => (await client.get(`/scripts/${id}/lines/${at + 1}`)).body.line));
  const overrides = async (of: string) => Object.fromEntries(Object.entries((await client.get(`/scripts/${of}/overrides`)).body.overrides as object)
    .filter(([, text]) => text !== null)) as Record<string, string>;
  return {
    revision: version.revision, words: lines.slice(0, WRITTEN).map(({ text }) => text), volumes: lines.slice(WRITTEN).map(({ volume }) => volume),
    overrides: await overrides(id),
    copies: await Promise.all(copies.map(async (copy): Promise<[string, string]> => [copy, sorted(await overrides(copy))])),
  };
}

const sorted = (overrides: Record<string, string>): string => JSON.stringify(Object.fromEntries(Object.entries(overrides).sort()));
const canonical = ({ overrides, copies, ...state }: State): string => JSON.stringify([state, sorted(overrides), [...copies].sort()]);

/** Expects that readers no longer find a deleted version, and that the files which its run still wrote are soon deleted. */
async function checkGone(id: string): Promise<void> {
  expect((await client.get(`/scripts/${id}`)).status).toBe(404);
  const folder = path.join(stand.config.dataDir, 'media', 'script-versions', id);
  const left = (): Promise<string[]> => readdir(folder).catch(() => []);
  for (let tries = 0; tries < 600 && (await left()).length > 0; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await left()).toEqual([]);
}

/** Expects that exactly the files to which a version refers are stored, and that every accepted change of a line has its snapshot. */
async function checkStored(id: string, acceptedLines: number): Promise<void> {
  const { db } = stand.api.services;
  const row = await db.repository(ScriptVersion).findOneByOrFail({ id });
  const edits = await db.repository(ScriptLineEdit).find({ where: { versionId: id }, order: { edition: 'ASC' } });
  expect([row.edition, edits.map(({ edition }) => edition)]).toEqual([acceptedLines, edits.map((_, at) => at + 1)]);
  expect(edits.map(({ revision }) => revision)).toEqual(edits.map(({ revision }) => revision).sort((a, b) => a - b));
  const folder = path.join(stand.config.dataDir, 'media', 'script-versions', id);
  const referred = [row.contentKey, row.modelKey, row.linesKey, ...edits.map(({ snapshotKey }) => snapshotKey)].sort();
  const stored = async (): Promise<string[]> => (await readdir(folder)).map((name) => `script-versions/${id}/${name}`).sort();
  // Once a new text is parsed, its run deletes the files that it replaced.
  for (let tries = 0; tries < 600 && (await stored()).length > referred.length; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await stored()).toEqual(referred);
}

it('two writers at once lose and mix no words: the outcome is that of their accepted steps in some order', async () => {
  const steps = fc.array(stepArbitrary, { minLength: 3, maxLength: 6 });
  await fc.assert(fc.asyncProperty(steps, steps, async (a, b) => {
    const id = (await uploaded(client, textOf(wordsOf('start')))).scriptUploadId as string;
    const logs = await Promise.all([write(id, 'A', a), write(id, 'B', b)]);
    const all = logs.flat();
    for (const { step, status } of all) expect(step.kind === 'content' ? [200, 409] : [step.kind === 'version' ? 201 : 200]).toContain(status);
    const deleted = all.flatMap(({ step, versionId }) => (step.kind === 'delete' ? [versionId!] : []));
    const live = all.flatMap(({ step, versionId }) => (step.kind === 'version' && !deleted.includes(versionId!) ? [versionId!] : []));
    await client.poll(`/scripts/${id}`, ({ script }) => script.versions.every((one: any) => one.parseStatus === 'complete'));
    const outcome = await outcomeOf(id, live);
    const start: State = { revision: 1, words: wordsOf('start'), volumes: Array(TUNED).fill(null), overrides: {}, copies: [] };
    const found = hasSerialOrder(start, logs[0]!, logs[1]!, (state) => canonical(state) === canonical(outcome));
    expect({ found, logs: found ? null : logs, outcome: found ? null : outcome }).toEqual({ found: true, logs: null, outcome: null });
    await checkStored(id, all.filter(({ step }) => step.kind === 'line' || step.kind === 'volume').length);
    for (const one of all.filter(({ step, versionId }) => step.kind === 'version' && live.includes(versionId!))) {
      // Its first line has index 1 as in every text here.
      expect((await client.get(`/scripts/${one.versionId}/lines/1`)).body.line.text).toBe(wordsOf(one.token)[0]);
    }
    for (const gone of deleted) await checkGone(gone);
  }), { numRuns: 40, endOnFailure: true });
});
