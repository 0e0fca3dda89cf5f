import { insertRecording } from '../../../src/domain/artifacts/finalize/recording-store.js';
import type { WorkRow } from '../../../src/kernel/works/work-store.js';
import type { Site } from '../../workflows/source-worker.js';
import { STORY } from '../../workflows/source-worker.js';
import type { ApiClient } from '../api-client.js';
import { STAGED_BIBLE, STAGED_VISUALS, stagedProject } from '../canon/staged-project.js';
import { approvedPlan, hearRead, startJob, type ApprovedPlan } from '../main-job.js';
import type { Processes } from '../processes.js';
import { insertedSeries, recordedRead } from '../publishing/recorded-read.js';
import { firstScene, insertReadyRead, testScreenplay, type ReadyRead } from '../ready-read.js';
import { seriesProject, startedEpisode, wishedScenes } from '../stands/draft-stand.js';
import { LAMP } from '../stands/script-stand.js';
import { insertDeckIn, type DeckPhase } from '../stands/deck-rows.js';
import { insertTrailerIn } from '../stands/trailer-rows.js';

/** What one account has prepared for work of every kind. */
export interface Prepared {
  client: ApiClient; projectId: string; picturedId: string; unjudgedId: string; seriesId: string; episodeId: string; canonId: string;
  capturesId: string; showId: string; recordedId: string; trailers: Record<'draft' | 'approved', string>; decks: Record<'plan' | 'storyboard' | 'review' | 'printed', string>; plan: ApprovedPlan; planned: ApprovedPlan;
  finalized: ReadyRead; performed: ReadyRead; scored: ReadyRead; refined: ReadyRead; pictured: ReadyRead; appUrl: string; site: Site;
}

/** Work of one kind: how it is started, and the point that its process reaches while it makes something. */
export interface KindOfWork {
  point: string;
  /** What the process writes down at the fault point, for a point that several kinds of work reach. */
  call?: string;
  start: (prepared: Prepared, options: { key: string }) => Promise<{ status: number }>;
}

/** The quotes that were asked for, by the key of the call that confirms them. */
const quotes = new Map<string, string>();

/** Quotes a priced call once and confirms it with the key. */
async function bought(client: ApiClient, path: string, body: object, { key }: { key: string }): Promise<{ status: number }> {
  const known = quotes.get(key);
  if (known) return client.post(path, { ...body, confirm: true, quoteId: known }, { key });
  const quoted = await client.post(path, body);
  if (quoted.status !== 200) return quoted;
  quotes.set(key, quoted.body.quote.quoteId);
  return bought(client, path, body, { key });
}

const buys = (path: string, body: object): KindOfWork['start'] => ({ client, picturedId }, options) => bought(client, `/story-projects/${picturedId}/${path}`, body, options);

const PLAN = {
  target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' },
  artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds: 60 }],
};
const KEPT_NOT = { retentionPolicy: 'METADATA_ONLY' };

/** A grey picture. */
const SQUARE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mNoIAAYRhWMKhhVMFIVAABCAAAfN5c2AAAAAABJRU5ErkJggg==', 'base64');

const startRoom = (token: string, appUrl: string): Promise<Response> => fetch(`${appUrl}/live/start`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
});

/** Work of every kind, by name. */
export const KINDS_OF_WORK: Readonly<Record<string, KindOfWork>> = {
  source: {
    point: 'source.stored',
    start: ({ client, projectId, site }, options) =>
      client.post(`/story-projects/${projectId}/sources`, { type: 'url', uri: `${site.url}/story`, ...KEPT_NOT }, options),
  },
  digest: {
    point: 'digest.stored',
    start: ({ client, projectId }, options) =>
      client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: STORY, ...KEPT_NOT }, options),
  },
  capture: {
    point: 'step.made', call: 'step.made capture',
    async start({ client, capturesId }, { key }) {
      const path = `/story-projects/${capturesId}/captures`;
      const { capture } = (await client.post(path, { kind: 'image' }, { key: `${key}-made` })).body;
      if (capture.uploadUrl !== null) {
        await fetch(capture.uploadUrl, { method: 'POST', headers: { 'content-type': 'image/png' }, body: SQUARE });
      }
      return client.post(`${path}/${capture.captureId}/finalize`, undefined, { key });
    },
  },
  script: { point: 'script.stored', start: ({ client }, options) => client.post('/scripts', { title: 'The Lamp', content: LAMP }, options) },
  draft: {
    point: 'draft.before_scene',
    start: ({ client, episodeId }, options) => client.post(`/screenplay-drafts/${episodeId}`, { scenes: wishedScenes(2) }, options),
  },
  outline: {
    point: 'step.made', call: 'step.made outline',
    start: ({ client, seriesId }, options) => client.patch(`/story-projects/${seriesId}/outline-map`, { episodeId: 'ep_2', draft: true }, options),
  },
  'series-bible': {
    point: 'step.made', call: 'step.made series-bible',
    start: ({ client, canonId }, options) => client.post(`/story-projects/${canonId}/series-bible`, {}, options),
  },
  coverage: {
    point: 'coverage.judging',
    start: ({ client, unjudgedId }, options) => client.post(`/story-projects/${unjudgedId}/series-bible/coverage`, { phase: 'premise' }, options),
  },
  plan: {
    point: 'plan.drafted',
    start: ({ client, planned: { projectId, sourceId } }, options) =>
      client.post(`/story-projects/${projectId}/story-plans`, { ...PLAN, sourceIds: [sourceId] }, options),
  },
  job: { point: 'writing.written', start: ({ client, plan }, options) => startJob(client, plan, options.key) },
  refine: {
    point: 'step.made', call: 'step.made refine',
    start: ({ client, refined }, options) => client.post(`/artifacts/${refined.artifactId}/refine`, { instruction: 'Slower.' }, options),
  },
  perform: {
    point: 'tts.line_3',
    start: ({ performed: { shareToken }, appUrl }) => startRoom(shareToken, appUrl),
  },
  finalize: {
    point: 'render.before_rename', call: 'render.before_rename finalize',
    start: ({ client, finalized }, options) => client.post(`/artifacts/${finalized.artifactId}/finalize`, { mode: 'audio' }, options),
  },
  remix: {
    point: 'render.before_rename', call: 'render.before_rename remix',
    start: ({ client, scored }, options) => client.post(`/artifacts/${scored.artifactId}/update-recording`, {}, options),
  },
  stems: {
    point: 'render.before_rename', call: 'render.before_rename stems',
    start: ({ client, scored }, options) => client.post(`/artifacts/${scored.artifactId}/stems`, {}, options),
  },
  film: {
    point: 'render.before_rename', call: 'render.before_rename film',
    start: ({ client, finalized }, options) => client.post(`/artifacts/${finalized.artifactId}/render-video`, { grade: 'draft' }, options),
  },
  'live-mix': {
    point: 'step.made', call: 'step.made live-mix',
    start: ({ scored: { shareToken }, appUrl }) => startRoom(shareToken, appUrl),
  },
  'read-picture': {
    point: 'candidates.made', call: 'candidates.made read-picture',
    start: ({ client, pictured }, options) => bought(client, `/artifacts/${pictured.artifactId}/figure`, { character: 'MARA' }, options),
  },
  'read-clip': {
    point: 'render.begun_clips',
    start: ({ client, pictured }, options) =>
      bought(client, `/artifacts/${pictured.artifactId}/theater-motion-clip`, { sceneIndex: 0, entryIndex: 0, durationMs: 4_000 }, options),
  },
  'trailer-take': {
    point: 'render.begun_takes',
    start: ({ client, trailers }, options) => bought(client, `/trailers/${trailers.draft}/storyboard/regenerate-clip`, { beatIndex: 0 }, options),
  },
  'trailer-film': {
    point: 'render.begun_trailers',
    start: ({ client, trailers }, options) => bought(client, `/trailers/${trailers.approved}/draft/approve`, {}, options),
  },
  'chapter-take': {
    point: 'render.begun_chapters',
    start: ({ client, decks }, options) => bought(client, `/pitch-decks/${decks.plan}/plan/approve`, { acknowledgePlanCoverage: true }, options),
  },
  'deck-film': {
    point: 'render.begun_decks',
    start: ({ client, decks }, options) => bought(client, `/pitch-decks/${decks.review}/finish`, {}, options),
  },
  'deck-addition': {
    point: 'candidates.made', call: 'candidates.made deck-addition',
    start: ({ client, decks }, options) => bought(client, `/pitch-decks/${decks.storyboard}/score-to-picture`, {}, options),
  },
  'deck-file': {
    point: 'render.begun_documents',
    start: ({ client, decks }, options) => client.post(`/pitch-decks/${decks.printed}/pdf`, {}, options),
  },
  casting: { point: 'casting.picture', start: buys('cast', { character: 'Ada', imageKind: 'face' }) },
  'voice-design': { point: 'candidates.made', call: 'candidates.made voice-design', start: buys('cast-voice/design', { character: 'Tom', gender: 'male', count: 3 }) },
  'portrait-design': { point: 'candidates.made', call: 'candidates.made portrait-design', start: buys('cast-portraits/design', { character: 'Tom', count: 2 }) },
  'mood-frames': {
    point: 'candidates.made', call: 'candidates.made mood-frames', start: buys('mood-board/render-frames', { brief: 'The tower at night.', count: 1 }),
  },
  'cover-art': {
    point: 'step.made', call: 'step.made cover-art',
    start: ({ client, picturedId }, options) =>
      client.post(`/story-projects/${picturedId}/publishing-series`, { title: 'The Lamp', medium: 'audio', format: 'audio_drama' }, options),
  },
  'episode-pictures': {
    point: 'step.made', call: 'step.made episode-pictures',
    start: ({ client, showId, recordedId }, options) =>
      client.post(`/publishing-series/${showId}/releases`, { title: 'The Lamp', sourceArtifactId: recordedId }, options),
  },
};

const newProject = async (client: ApiClient, name: string): Promise<string> => (await client.post('/story-projects', { name })).body.project.id;

async function digestedProject(stack: Processes, client: ApiClient): Promise<string> {
  const projectId = await stagedProject(stack.services, client);
  const { source } = (await client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: STORY })).body;
  await client.poll(`/story-projects/${projectId}/sources/${source.id}`, (found) => ['READY', 'SKIPPED'].includes(found.source.digestStatus));
  return projectId;
}

async function unjudgedProject(client: ApiClient): Promise<string> {
  const projectId = await newProject(client, 'Unjudged');
  await client.patch(`/story-projects/${projectId}/series-bible`, { content: STAGED_BIBLE });
  return projectId;
}

/** Has a read performed, with an MP3 of its voices alone, whose music was chosen afterwards. */
async function scoredRead(stand: Parameters<typeof insertReadyRead>[0], client: ApiClient, read: ReadyRead): Promise<ReadyRead> {
  await hearRead(client, read.artifactId);
  const mediaKey = `recordings/${read.artifactId}/voices.mp3`;
  await stand.api.services.store.put(mediaKey, Buffer.alloc(1));
  await insertRecording(stand.api.services.db, `wrk_${read.artifactId}`, {
    artifactId: read.artifactId, revision: 1, mediaKey, sha256: 'a', byteSize: 1, durationMs: 1, integratedLufs: -16,
    truePeakDb: -1, laneKeys: {}, mixer: null, buildManifest: { gainDb: 0 },
  });
  await client.post(`/artifacts/${read.artifactId}/music`, { action: 'generate' });
  return read;
}

/** Brief decks of a performed read, one for each kind of work on decks. */
async function decksOf({ services }: Processes, { accountId }: ApiClient, { artifactId, projectId }: ReadyRead): Promise<Prepared['decks']> {
  const of = { accountId, artifactId, projectId };
  const inPhase = (phase: DeckPhase): Promise<string> => insertDeckIn(services, of, phase, { isBrief: true });
  return { plan: await inPhase('plan'), storyboard: await inPhase('storyboard'), review: await inPhase('review'), printed: await inPhase('storyboard') };
}

/** Trailers of a performed read: one with a plan only, and one whose draft can be approved. The latter has only two beats, so that its film costs little. */
async function trailersOf({ services }: Processes, { accountId }: ApiClient, { artifactId, projectId }: ReadyRead): Promise<Prepared['trailers']> {
  const of = { accountId, artifactId, projectId };
  const [draft, approved] = [await insertTrailerIn(services, of, 'draft'), await insertTrailerIn(services, of, 'approved')];
  await services.db.query(`UPDATE storyboards SET items = jsonb_path_query_array(items, '$[0 to 1]') WHERE subject_id = $1`, [approved]);
  return { draft, approved };
}

/** Prepares one account for work of every kind. A worker for all queues must be running. */
export async function prepareForAll(stack: Processes, site: Site): Promise<Prepared> {
  const { services } = stack;
  const client = await stack.newAccount(500);
  const stand = { api: { services } };
  // What is made of a read costs by its length.
  const insertShort = (): Promise<ReadyRead> => insertReadyRead(stand, client.accountId, firstScene(testScreenplay()));
  const [projectId, capturesId, showProjectId, seriesId, canonId, unjudgedId, picturedId, plan, planned, finalized, performed, scored,
    refined, pictured, cuttable] = await Promise.all([
    newProject(client, 'Ends'), newProject(client, 'Captures'), newProject(client, 'Show'), seriesProject(services, client), digestedProject(stack, client),
    unjudgedProject(client), stagedProject(services, client, STAGED_VISUALS), approvedPlan(client), approvedPlan(client),
    insertShort(), insertShort(), scoredRead(stand, client, await insertShort()),
    insertShort(), insertShort(), insertReadyRead(stand, client.accountId, testScreenplay(2)),
  ]);
  const [episodeId, { id: showId }, { artifactId: recordedId }] = await Promise.all([
    startedEpisode(client, seriesId), insertedSeries(stand, client, showProjectId), recordedRead(stand, client, { projectId: showProjectId }),
    hearRead(client, finalized.artifactId), hearRead(client, cuttable.artifactId),
  ]);
  const [trailers, decks] = [await trailersOf(stack, client, cuttable), await decksOf(stack, client, cuttable)];
  return {
    client, projectId, picturedId, unjudgedId, seriesId, episodeId, canonId, capturesId, showId, recordedId, trailers, decks, plan, planned, finalized,
    performed,
    scored, refined, pictured, appUrl: services.config.appUrl, site,
  };
}

/** True for work that other work starts: parses of the draft's scenes, the digest of a source or a capture, and the performance of a refined read. */
export function isFollowing({ kind, subjectId, projectId }: WorkRow, works: readonly WorkRow[], { capturesId, refined }: Prepared): boolean {
  const made = (by: string): boolean => works.some((work) => work.kind === by && work.subjectId === subjectId);
  return (kind === 'script' && made('draft')) || (kind === 'digest' && (projectId === capturesId || made('source')))
    || (kind === 'perform' && subjectId === refined.artifactId);
}
