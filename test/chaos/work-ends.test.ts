import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import { runChecks } from '../../src/monitoring/checker.js';
import { workRunId } from '../../src/works/ids.js';
import { ENDED, type WorkStatus } from '../../src/works/model.js';
import type { WorkRow } from '../../src/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { childrenOf, expectSound, journalOf } from '../support/invariants.js';
import { approvedPlan, hearRead, startJob, type ApprovedPlan } from '../support/main-job.js';
import { startProcesses, type Processes, type Served } from '../support/processes.js';
import { insertReadyRead, type ReadyRead } from '../support/ready-read.js';
import { arrivedAt, closedStatus, resetRun } from '../support/runs.js';
import { stagedProject } from '../support/canon/staged-project.js';
import { seriesProject, startedEpisode, wishedScenes } from '../support/stands/draft-stand.js';
import { LAMP } from '../support/stands/script-stand.js';
import { ALL_QUEUES } from '../support/stands/stand.js';
import { openSite, STORY, type Site } from '../workflows/source-worker.js';

/** What the work of one account is done on. */
interface Prepared {
  client: ApiClient; projectId: string; seriesId: string; episodeId: string; canonId: string; capturesId: string;
  plan: ApprovedPlan; planned: ApprovedPlan; finalized: ReadyRead; performed: ReadyRead;
}

let stack: Processes;
let site: Site;

const PLAN = {
  target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' },
  artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
};
const KEPT_NOT = { retentionPolicy: 'METADATA_ONLY' };

/** A grey picture. */
const SQUARE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==', 'base64');

/** How work of each kind is started, and the point that its process reaches while it makes something. */
const KINDS: Record<string, { point: string; start: (prepared: Prepared, options: { key: string }) => Promise<{ status: number }> }> = {
  source: {
    point: 'source.stored',
    start: ({ client, projectId }, options) =>
      client.post(`/story-projects/${projectId}/sources`, { type: 'url', uri: `${site.url}/story`, ...KEPT_NOT }, options),
  },
  digest: {
    point: 'digest.stored',
    start: ({ client, projectId }, options) =>
      client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: STORY, ...KEPT_NOT }, options),
  },
  script: { point: 'script.stored', start: ({ client }, options) => client.post('/scripts', { title: 'The Lamp', content: LAMP }, options) },
  draft: {
    point: 'draft.before_scene',
    start: ({ client, episodeId }, options) => client.post(`/screenplay-drafts/${episodeId}`, { scenes: wishedScenes(2) }, options),
  },
  capture: {
    point: 'capture.read',
    async start({ client, capturesId }, { key }) {
      const path = `/story-projects/${capturesId}/captures`;
      const { capture } = (await client.post(path, { kind: 'image' }, { key: `${key}-made` })).body;
      if (capture.uploadUrl !== null) {
        await fetch(capture.uploadUrl, { method: 'POST', headers: { 'content-type': 'image/png' }, body: SQUARE });
      }
      return client.post(`${path}/${capture.captureId}/finalize`, undefined, { key });
    },
  },
  outline: {
    point: 'outline.drafted',
    start: ({ client, seriesId }, options) => client.patch(`/story-projects/${seriesId}/outline-map`, { episodeId: 'ep_2', draft: true }, options),
  },
  series_bible: {
    point: 'bible.made',
    start: ({ client, canonId }, options) => client.post(`/story-projects/${canonId}/series-bible`, {}, options),
  },
  plan: {
    point: 'plan.drafted',
    start: ({ client, planned: { projectId, sourceId } }, options) =>
      client.post(`/story-projects/${projectId}/story-plans`, { ...PLAN, sourceIds: [sourceId] }, options),
  },
  job: { point: 'writing.written', start: ({ client, plan }, options) => startJob(client, plan, options.key) },
  finalize: { point: 'render.before_rename', start: ({ client, finalized }, options) => client.post(`/artifacts/${finalized.artifactId}/finalize`, { mode: 'audio' }, options) },
  perform: {
    point: 'tts.line_3',
    start: ({ performed: { shareToken } }) => fetch(`${stack.services.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: shareToken }),
    }),
  },
};
/** What reports, pictures and designed voices go through when a worker is lost is shown beside their own operations. */
const SHOWN_ELSEWHERE = ['coverage', 'casting', 'cover-art', 'episode-pictures', 'mood_frames', 'portrait_design', 'voice-design'];

interface Stage {
  points: readonly string[];
  /** What a call of this work writes down where it stands. */
  call: (work: WorkRow) => string;
}
const STAGES: Record<string, Stage> = {
  opened: { points: ['reserve.after_commit'], call: ({ id }) => `reserve.after_commit ${id}` },
  making: { points: Object.values(KINDS).map(({ point }) => point), call: ({ kind }) => KINDS[kind]!.point },
  publishing: { points: ['settle.before_commit'], call: ({ id }) => `settle.before_commit ${id}` },
};

const whenCancelled = (kind: string): WorkStatus => WORK_KINDS.get(kind)!.whenCancelled;
const runOf = (work: WorkRow): string => workRunId(work);
const handleOf = (work: WorkRow) => stack.temporal.workflow.getHandle(runOf(work));

async function eachOf(works: readonly WorkRow[], act: (work: WorkRow) => Promise<unknown>): Promise<void> {
  await Promise.all(works.map(act));
}

interface Way {
  /** Answers the worker that goes on, where that is another one. */
  act: (works: readonly WorkRow[], worker: Served, stage: string) => Promise<Served | void>;
  /** How the work may end; what is being published when the run goes is published or not. */
  ends: (kind: string, stage: string) => readonly WorkStatus[];
}
const WAYS: Record<string, Way> = {
  terminated: {
    act: (works) => eachOf(works, (work) => handleOf(work).terminate('test')),
    ends: (_kind, stage) => (stage === 'publishing' ? ['FAILED', 'READY'] : ['FAILED']),
  },
  cancelled: {
    act: (works, _worker, stage) => eachOf(works, (work) => cancel(work, stage)),
    ends: (kind, stage) => (stage === 'publishing' ? [whenCancelled(kind), 'READY'] : [whenCancelled(kind)]),
  },
  reset: { act: (works) => eachOf(works, resetWhenPossible), ends: () => ['READY'] },
  'without their worker': {
    async act(_works, worker) {
      await worker.kill('SIGKILL');
      return stack.startWorker(ALL_QUEUES);
    },
    ends: () => ['READY'],
  },
};

/** While something is made, the run takes the request at once; what is made before it has may be published. */
async function cancel(work: WorkRow, stage: string): Promise<void> {
  await handleOf(work).cancel();
  if (stage !== 'making') return;
  await until(async () => (await handleOf(work).fetchHistory()).events ?? [], (events) => {
    const asked = events.findIndex((event) => event.workflowExecutionCancelRequestedEventAttributes);
    return events.slice(asked).some((event) => event.workflowTaskCompletedEventAttributes);
  });
}

/** A run can be reset from its first completed task on, which a long first step completes with a beat of its own. */
async function resetWhenPossible(work: WorkRow): Promise<void> {
  for (;;) {
    const done = (await handleOf(work).fetchHistory()).events?.some((event) => event.workflowTaskCompletedEventAttributes);
    if (done) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await resetRun(stack.temporal, runOf(work), 'first');
}

async function prepare(): Promise<Prepared> {
  const client = await stack.newAccount();
  const insertRead = (): Promise<ReadyRead> => insertReadyRead({ api: { services: stack.services } }, client.accountId);
  const { id: projectId } = (await client.post('/story-projects', { name: 'Ends' })).body.project;
  const seriesId = await seriesProject(stack.services, client);
  const episodeId = await startedEpisode(client, seriesId);
  const { id: capturesId } = (await client.post('/story-projects', { name: 'Captures' })).body.project;
  const canonId = await stagedProject(stack.services, client);
  const { source } = (await client.post(`/story-projects/${canonId}/sources`, { type: 'text', content: STORY })).body;
  await client.poll(`/story-projects/${canonId}/sources/${source.id}`, (found) => ['READY', 'SKIPPED'].includes(found.source.digestStatus));
  const finalized = await insertRead();
  await hearRead(client, finalized.artifactId);
  // A new plan replaces the plan of its project, which the job may not have started yet.
  const [plan, planned] = [await approvedPlan(client), await approvedPlan(client)];
  return { client, projectId, seriesId, episodeId, canonId, capturesId, plan, planned, finalized, performed: await insertRead() };
}

const worksOf = ({ accountId }: ApiClient): Promise<WorkRow[]> => stack.services.db.query<WorkRow>(
  `SELECT id, kind, project_id AS "projectId", subject_id AS "subjectId", revision, epoch, status, credits_quoted AS "creditsQuoted" FROM works
   WHERE account_id = $1 ORDER BY id`, [accountId]);
const isOpen = ({ status }: WorkRow): boolean => !ENDED.includes(status);

/** What was started since, without what it starts itself: parses of the draft's scenes, and the digest of what a capture says. */
function newWorkOf(works: readonly WorkRow[], before: ReadonlySet<string>, capturesId: string): WorkRow[] {
  const drafted = works.find(({ kind, id }) => kind === 'draft' && !before.has(id))?.subjectId;
  return works.filter(({ id, kind, subjectId, projectId }) =>
    !before.has(id) && !(kind === 'script' && subjectId === drafted) && !(kind === 'digest' && projectId === capturesId));
}

async function until<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 60_000; ;) {
    const value = await read();
    if (done(value)) return value;
    if (Date.now() > deadline) throw new Error(`it did not come about: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Starts work of every kind. A request whose answer is lost, or whose connection is, is repeated until the work stands; `answers` names
 * the last answer of each kind.
 */
function startAll(round: Prepared, answers: Record<string, string>, stands: () => boolean): Promise<unknown> {
  return Promise.all(Object.entries(KINDS).map(async ([kind, { start }]) => {
    for (const key = randomUUID(); ;) {
      const status = await start(round, { key }).then((answer) => answer.status, (error: Error) => {
        answers[kind] = `${error.message}: ${String(error.cause)}`;
        return null;
      });
      if (status !== null) answers[kind] = String(status);
      if ((status !== null && status < 500) || stands()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }));
}

/** The new work, once a call of each kind stands at the gate; the texts of the draft's scenes may stand there too. */
async function allStanding(
  { client, capturesId }: Prepared, { call }: Stage, gate: string, before: ReadonlySet<string>, answers: Record<string, string>,
): Promise<WorkRow[]> {
  const { works } = await until(
    async () => ({ works: newWorkOf(await worksOf(client), before, capturesId), arrived: await arrivedAt(gate), answers }),
    ({ works, arrived }) => works.length >= Object.keys(KINDS).length && works.every((work) => arrived.includes(call(work))),
  );
  return works;
}

/** Records that say of themselves that something is being done on them. */
const STUCK = `
  SELECT 'source ' || id || status || digest_status AS stuck FROM sources WHERE account_id = $1
    AND (status IN ('PENDING', 'EXTRACTING') OR digest_status IN ('PENDING', 'RUNNING'))
  UNION ALL SELECT 'plan ' || id || status FROM plans WHERE account_id = $1 AND status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'version ' || id || status FROM script_versions WHERE account_id = $1 AND (status IN ('pending', 'parsing') OR draft_status = 'drafting')
  UNION ALL SELECT 'artifact ' || id || status FROM artifacts WHERE account_id = $1 AND status IN ('PENDING', 'RUNNING')
  UNION ALL SELECT 'hold ' || ref_id || line FROM credit_holds WHERE account_id = $1 AND state = 'held'`;

async function textsLeft({ client, projectId }: Prepared): Promise<string[]> {
  const sources = await stack.services.db.query<{ id: string }>('SELECT id FROM sources WHERE project_id = $1 AND account_id = $2', [projectId, client.accountId]);
  expect(sources).toHaveLength(2);
  const found = await Promise.all(sources.map(({ id }) => stack.services.store.stat(`sources/${id}/text.txt`)));
  return found.filter((object) => object !== null).map(({ key }) => key);
}

const prepared = new Map<string, Prepared>();
const CELLS = Object.keys(STAGES).flatMap((stage) => Object.keys(WAYS).map((way) => [stage, way] as const));

beforeAll(async () => {
  site = await openSite();
  site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
  // Work that stands before its commit keeps a connection; work of other kinds must still find one.
  stack = await startProcesses({ workers: [], env: { FETCH_ALLOW_HOSTS: site.host, MEDIA_CONCURRENCY: '4', DATABASE_POOL_SIZE: '24' } });
  await stack.withLogs(async () => {
    const worker = await stack.startWorker(ALL_QUEUES);
    await Promise.all(Object.keys(STAGES).map(async (stage) => {
      for (const way of Object.keys(WAYS)) prepared.set(`${stage} ${way}`, await prepare());
    }));
    await worker.kill('SIGTERM');
  });
}, 300_000);
afterAll(async () => {
  await stack?.close();
  await site?.close();
});

it('knows how to start work of every kind', () => {
  expect(Object.keys(KINDS).concat(SHOWN_ELSEWHERE).sort()).toEqual([...WORK_KINDS.keys()].sort());
});

/** What must be true of work that stood when its run was ended: its id, its money and its subject. */
async function expectEnded(round: Prepared, standing: readonly WorkRow[], ends: (kind: string) => readonly WorkStatus[]): Promise<void> {
  const ended = await until(() => worksOf(round.client), (works) => !works.some(isOpen));
  for (const { id, kind, subjectId } of standing) {
    const [work, ...others] = ended.filter((one) => one.kind === kind && one.subjectId === subjectId);
    expect([kind, work!.id, work!.epoch, others]).toEqual([kind, id, 1, []]);
    expect([kind, ends(kind)]).toEqual([kind, expect.arrayContaining([work!.status])]);
    const movements = (await journalOf(stack.services, id)).map((movement) => movement.kind).sort();
    const moved = work!.status === 'READY' ? ['reserve', 'settle'] : ['release', 'reserve'];
    expect([kind, movements]).toEqual([kind, work!.creditsQuoted === 0 ? [] : moved]);
    // A plan that is drafted waits for a person.
    if (kind === 'plan' && work!.status === 'READY') expect((await round.client.post(`/story-plans/${id}/approve`, { userConfirmed: true })).status).toBe(200);
    expect(await closedStatus(stack.temporal, runOf(work!))).not.toBe('RUNNING');
  }
  // A source that a capture became is digested afterwards.
  await until(() => stack.services.db.query(STUCK, [round.client.accountId]), (stuck) => stuck.length === 0);
  // A run that was ended between its publication and its clearing away leaves that to the check, which the schedule runs every minute.
  expect((await runChecks(stack.services)).findings).toEqual([]);
  expect(await textsLeft(round)).toEqual([]);
  // A cancelled attempt stops its encoder, which takes a moment; the encoder of a read carries the id of the job that made the read.
  await until(() => childrenOf(ended.map(({ id }) => id)), (children) => children.length === 0);
  await expectSound(stack.services);
}

for (const [stage, way] of CELLS) {
  it(`work of every kind, ${stage} and then ${way}: it ends as it must, once, with nothing stuck`, () => stack.withLogs(async () => {
    const round = prepared.get(`${stage} ${way}`)!;
    const gate = stack.file(`${stage}-${way.replaceAll(' ', '-')}`);
    let worker = await stack.startWorker(ALL_QUEUES, STAGES[stage]!.points.map((point) => `${point}:wait-file:${gate}`).join(','));
    try {
      const before = new Set((await worksOf(round.client)).map(({ id }) => id));
      let stands = false;
      const answers: Record<string, string> = {};
      const started = startAll(round, answers, () => stands);
      const standing = await allStanding(round, STAGES[stage]!, gate, before, answers);
      expect(standing.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
      stands = true;

      worker = await WAYS[way]!.act(standing, worker, stage) ?? worker;
      await writeFile(gate, '');
      await started;
      await expectEnded(round, standing, (kind) => WAYS[way]!.ends(kind, stage));
    } finally {
      await worker.kill('SIGKILL');
    }
  }), 120_000);
}
