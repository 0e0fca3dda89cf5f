import { rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workRunId } from '../../../src/kernel/works/ids.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { each, everythingOf, inStatus, LIVES, nameless, reached, type BoardedLife, type Films } from '../../support/chaos/boarded-lives.js';
import { until } from '../../support/chaos/until.js';
import { childrenOf, expectSound, journalOf } from '../../support/invariants.js';
import { startProcesses, type Processes, type Served } from '../../support/processes.js';
import { arrivedAt, closedStatus, resetRun, restingRun } from '../../support/runs.js';
import type { DeckOf } from '../../support/stands/deck-rows.js';
import { ALL_QUEUES } from '../../support/stands/stand.js';
import { performedRead } from '../../support/stands/trailer-stand.js';

let stack: Processes;
let client: ApiClient;
let worker: Served;
/**
 * Three pairs of a deck and a trailer with the same content: `calm` is left alone, the workers of `killed` are killed, and the runs of `reset` are reset and
 * cancelled.
 */
const [calm, killed, reset]: [Films, Films, Films] = [new Map(), new Map(), new Map()];

const cell = (name: string, run: () => Promise<void>) => it(name, () => stack.withLogs(run));
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

const TAKES = LIVES.map(({ takeKind }) => `render.before_rename ${takeKind}`);
const FILMS = LIVES.map(({ filmKind }) => `render.before_rename ${filmKind}`);
const DRAFTS = LIVES.map(({ filmKind }) => `render.after_rename_before_db ${filmKind}`);
const FINISHES = LIVES.reduce((sum, { finishCredits }) => sum + finishCredits, 0);

/** Starts a worker for all queues. At each point of `gates` it waits while the file of the gate is missing. */
async function begin(gates: Readonly<Record<string, string>> = {}): Promise<void> {
  worker = await stack.startWorker(ALL_QUEUES, Object.entries(gates).map(([point, gate]) => `${point}:wait-file:${stack.file(gate)}`).join(','));
}

const letPass = (gate: string): Promise<void> => writeFile(stack.file(gate), '');

/** Closes a gate again, so that the next calls wait at it. */
async function shut(gate: string): Promise<void> {
  for (const file of [stack.file(gate), `${stack.file(gate)}.reached`]) await rm(file, { force: true });
}

const MAKING = { 'render.before_rename': 'making', 'render.begun_takes': 'clips', 'render.begun_chapters': 'clips' };

/** Waits until all these calls are held at the gate, and with `point` also one call of that point for each life. */
const stand = (gate: string, calls: readonly string[], point?: string): Promise<string[]> => until(() => arrivedAt(stack.file(gate)), (arrived) =>
  calls.every((call) => arrived.includes(call)) && (!point || arrived.filter((call) => call.startsWith(point)).length === LIVES.length));

const kill = async (): Promise<void> => expect((await worker.kill('SIGKILL')).signal).toBe('SIGKILL');
async function accepted(asked: Promise<Answer>): Promise<any> {
  const { status, body } = await asked;
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

async function lived(films: Films): Promise<void> {
  await each(films, async (life, id) => {
    await accepted(life.draft(client, id));
    await inStatus(life, client, id, life.drafted);
    await accepted(life.approve(client, id));
    await reached(life, client, id, life.isApproved);
    await accepted(life.finish(client, id));
    await inStatus(life, client, id, life.finished);
  });
}

/** Resets the runs to their last and then to their first task, and waits each time until they are idle. */
async function resetBoth(): Promise<void> {
  for (const to of ['last', 'first'] as const) {
    await each(reset, async ({ runId }, id) => {
      await resetRun(stack.temporal, runId(id), to);
      await restingRun(stack.temporal, runId(id));
    });
  }
}

/** Waits until the runs are idle: no workflow task and no activity is pending. */
const rest = (films: Films): Promise<unknown> => each(films, ({ runId }, id) => restingRun(stack.temporal, runId(id)));

/** Waits until the runs are idle, and expects that resetting them then changes nothing that is stored. */
async function unchanged(): Promise<void> {
  await rest(reset);
  const everything = () => each(reset, (life, id) => everythingOf(stack.services, life, id));
  const before = await everything();
  await resetBoth();
  expect(await everything()).toEqual(before);
}

async function namelessOf(films: Films, life: BoardedLife): Promise<Record<string, unknown>> {
  const id = films.get(life.name)!;
  return nameless(id, await everythingOf(stack.services, life, id));
}

beforeAll(async () => {
  stack = await startProcesses({ workers: [] });
  await stack.withLogs(async () => {
    client = await stack.newAccount(200);
    await begin();
    const of: DeckOf = { accountId: client.accountId, ...await performedRead({ api: { services: stack.services } } as never, client) };
    for (const films of [calm, killed, reset]) for (const life of LIVES) films.set(life.name, await life.insert(stack.services, of));
    await lived(calm);
    await kill();
    for (const gate of ['making', 'made', 'clips']) await letPass(gate);
  });
});
afterAll(() => stack?.close());

describe('a deck and a trailer whose worker is killed', () => {
  cell('while takes and the film for review are made: they are ordered and made once', async () => {
    await begin({ 'render.before_rename': 'takes' });
    await each(killed, (life, id) => accepted(life.draft(client, id)));
    await stand('takes', TAKES);
    await kill();
    await begin({ 'render.after_rename_before_db': 'drafts' });
    await stand('drafts', DRAFTS);
    await kill();
    await begin();
    await each(killed, (life, id) => inStatus(life, client, id, life.drafted));
    await rest(killed);
    await kill();
  });

  cell('while they wait for people: what was approved when no worker lived is carried out, once', async () => {
    await each(killed, async (life, id) => {
      const body = await accepted(life.approve(client, id));
      expect([body[life.shownAs][life.statusAs], life.isApproved(body)]).toEqual([life.drafted, false]);
    });
    await begin({ 'board.decided': 'decided' });
    await stand('decided', [...killed.values()].map((id) => `board.decided ${id}`));
    await kill();
    await begin({ 'board.ordered': 'finishes', 'render.before_rename': 'finishes' });
    await each(killed, (life, id) => reached(life, client, id, life.isApproved));
  });

  cell('while the finish is rendered: it is made once, and charged once', async () => {
    const before = await balance();
    await each(killed, (life, id) => accepted(life.finish(client, id)));
    await stand('finishes', FILMS, 'board.ordered');
    await kill();
    await begin({ ...MAKING, 'render.after_rename_before_db': 'made', 'board.failed': 'failed' });
    await each(killed, (life, id) => inStatus(life, client, id, life.finished));
    expect(await balance()).toBe(before - FINISHES);
  });
});

describe('a deck and a trailer whose run is reset', () => {
  cell('while takes and the film for review are made: they are ordered and made once', async () => {
    for (const gate of ['making', 'made']) await shut(gate);
    await each(reset, (life, id) => accepted(life.draft(client, id)));
    await stand('making', TAKES);
    await resetBoth();
    await letPass('making');
    await stand('made', DRAFTS);
    await resetBoth();
    await letPass('made');
    await each(reset, (life, id) => inStatus(life, client, id, life.drafted));
  });

  cell('while it waits for people: nothing changes, and it takes what they decide', async () => {
    await unchanged();
    await each(reset, async (life, id) => {
      await accepted(life.approve(client, id));
      await reached(life, client, id, life.isApproved);
    });
  });

  cell('is returned to its gate when its finish is cancelled: its encoder is stopped, and its hold released', async () => {
    const before = await balance();
    await shut('making');
    const ordered = await each(reset, async (life, id) => {
      await accepted(life.finish(client, id));
      // The film may already be encoded. Its call then waits at the gate before the film is stored.
      await until(async () => [...await childrenOf([id]), ...await arrivedAt(stack.file('making'))], (found) => found.length > 0);
      const [work] = (await everythingOf(stack.services, life, id)).works.slice(-1);
      const run = workRunId(work!);
      // A trailer has no operation for this: an operator cancels the run of its film.
      if (life.name === 'deck') await accepted(client.post(`${life.base}/${id}/cancel-render`, {}));
      else await stack.temporal.workflow.getHandle(run).cancel();
      await until(() => childrenOf([id]), (encoders) => encoders.length === 0);
      return { id: work!.id, run };
    });
    await stand('failed', [...reset.values()].map((id) => `board.failed ${id}`));
    await kill();
    await shut('making');
    await begin(MAKING);
    await rest(reset);
    for (const { id, run } of ordered) {
      // On a busy machine the attempt may be lost, and then failed, before it hears of the cancellation.
      expect(['COMPLETED', 'FAILED']).toContain(await closedStatus(stack.temporal, run));
      expect((await journalOf(stack.services, id)).map(({ kind }) => kind).sort()).toEqual(['release', 'reserve']);
    }
    expect(await each(reset, async (life, id) => (await inStatus(life, client, id, life.returned)).failureCode)).toEqual(LIVES.map(() => 'work_cancelled'));
    expect(await balance()).toBe(before);
    await unchanged();
  });

  cell('and cancelled while the finish is rendered: it is made once, and charged once', async () => {
    const before = await balance();
    await each(reset, (life, id) => accepted(life.finish(client, id)));
    await stand('making', FILMS);
    await resetBoth();
    await each(reset, async ({ runId, table }, id) => {
      await stack.temporal.workflow.getHandle(runId(id)).cancel();
      expect(await closedStatus(stack.temporal, runId(id))).toBe('CANCELLED');
      // The worker's check skips rows that changed only just now.
      await stack.services.db.query(`UPDATE ${table} SET updated_at = now() - interval '1 minute' WHERE id = $1`, [id]);
      await until(() => stack.temporal.workflow.getHandle(runId(id)).describe(), ({ status }) => status.name === 'RUNNING');
    });
    await letPass('making');
    await each(reset, (life, id) => inStatus(life, client, id, life.finished));
    expect(await balance()).toBe(before - FINISHES);
  });

  it.each(LIVES)('ends with the same files, requests and candidates as without a reset: the $name', async (life) => {
    const [{ files, known, requests, candidates }, others] = [await namelessOf(reset, life), await namelessOf(calm, life)];
    expect(others).toMatchObject({ files, known, requests, candidates });
  });

  cell('after it was finished: nothing changes', unchanged);

  cell('after a clip that was cancelled, and one that was made: no failure comes back, and nothing is made of an edit again', async () => {
    await shut('clips');
    const clip = async ({ base, noun }: BoardedLife, id: string): Promise<any> =>
      accepted(confirmed(client, `${base}/${id}/storyboard/regenerate-clip`, { [`${noun}Index`]: 0 }).then(({ answer }) => answer));
    await each(reset, clip);
    await stand('clips', ['render.begun_takes', 'render.begun_chapters']);
    const works = await each(reset, async (life, id) => (await everythingOf(stack.services, life, id)).works.at(-1)!);
    await Promise.all(works.map((work) => stack.temporal.workflow.getHandle(workRunId(work)).cancel()));
    await each(reset, (life, id) => reached(life, client, id, (body) => body[life.shownAs].failureCode !== null));
    await letPass('clips');
    await each(reset, clip);
    await each(reset, async (life, id) => {
      await reached(life, client, id, life.isRemade);
      if (life.name === 'deck') await accepted(life.draft(client, id));
      await reached(life, client, id, (body) => body[life.shownAs].failureCode === null && body[life.shownAs][life.statusAs] === life.drafted);
      await accepted(client.post(`${life.base}/${id}/storyboard/music`, { levelDb: -4 }));
    });
    await unchanged();
  });
});

describe('after all kills', () => {
  // When a worker dies with an order, the order is repeated two minutes later.
  cell('the runs whose worker was killed have repeated what it did last', async () => void await rest(killed));

  it.each(LIVES)('everything is the same as without a kill: the $name', async (life) => {
    expect(await namelessOf(killed, life)).toEqual(await namelessOf(calm, life));
  });

  cell('no encoder is left, and the ledger is sound', async () => {
    await until(() => childrenOf([...killed.values(), ...reset.values()]), (encoders) => encoders.length === 0);
    await expectSound(stack.services);
  });
});
