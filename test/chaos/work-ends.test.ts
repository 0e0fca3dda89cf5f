import { afterAll, expect, it } from '@jest/globals';
import { WORK_KINDS } from '../../src/domain/work-kinds.js';
import type { WorkRow } from '../../src/works/work-store.js';
import type { ApiClient } from '../support/api-client.js';
import { stagedProject } from '../support/canon/staged-project.js';
import { itEndsAsItMust, PICTURED_KINDS, type EndingKind } from '../support/chaos/work-ends.js';
import { approvedPlan, hearRead, startJob, type ApprovedPlan } from '../support/main-job.js';
import type { Processes } from '../support/processes.js';
import { insertReadyRead, type ReadyRead } from '../support/ready-read.js';
import { seriesProject, startedEpisode, wishedScenes } from '../support/stands/draft-stand.js';
import { LAMP } from '../support/stands/script-stand.js';
import { openSite, STORY, type Site } from '../workflows/source-worker.js';

/** What the work of one account is done on. */
interface Prepared {
  client: ApiClient; projectId: string; seriesId: string; episodeId: string; canonId: string; capturesId: string;
  plan: ApprovedPlan; planned: ApprovedPlan; finalized: ReadyRead; performed: ReadyRead; appUrl: string;
}

let site: Site;

const PLAN = {
  target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' },
  artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
};
const KEPT_NOT = { retentionPolicy: 'METADATA_ONLY' };

/** A grey picture. */
const SQUARE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==', 'base64');

/** How work of each kind is started, and the point that its process reaches while it makes something. */
const KINDS: Record<string, EndingKind<Prepared>> = {
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
    start: ({ performed: { shareToken }, appUrl }) => fetch(`${appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: shareToken }),
    }),
  },
};
async function prepare(stack: Processes): Promise<Prepared> {
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
  const { appUrl } = stack.services.config;
  return { client, projectId, seriesId, episodeId, canonId, capturesId, plan, planned, finalized, performed: await insertRead(), appUrl };
}

/** Parses of the draft's scenes, and the digest of what a capture says. */
function isFollowing({ kind, subjectId, projectId }: WorkRow, works: readonly WorkRow[], { capturesId }: Prepared): boolean {
  const drafted = works.find((work) => work.kind === 'draft')?.subjectId;
  return (kind === 'script' && subjectId === drafted) || (kind === 'digest' && projectId === capturesId);
}

async function textsLeft(stack: Processes, { client, projectId }: Prepared): Promise<string[]> {
  const sources = await stack.services.db.query<{ id: string }>('SELECT id FROM sources WHERE project_id = $1 AND account_id = $2', [projectId, client.accountId]);
  expect(sources).toHaveLength(2);
  const found = await Promise.all(sources.map(({ id }) => stack.services.store.stat(`sources/${id}/text.txt`)));
  return found.filter((object) => object !== null).map(({ key }) => key);
}

afterAll(() => site?.close());

/** The pictures of an episode are made for a release, which has tests of its own. */
const SHOWN_ELSEWHERE = ['episode-pictures'];

it('knows how to start work of every kind', () => {
  expect([...Object.keys(KINDS), ...PICTURED_KINDS, ...SHOWN_ELSEWHERE].sort()).toEqual([...WORK_KINDS.keys()].sort());
});

itEndsAsItMust({
  kinds: KINDS, prepare, isFollowing,
  async env() {
    site = await openSite();
    site.paths.set('/story', (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(STORY));
    return { FETCH_ALLOW_HOSTS: site.host };
  },
  afterwards: async (stack, prepared) => expect(await textsLeft(stack, prepared)).toEqual([]),
});
