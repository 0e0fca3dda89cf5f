import { createHash } from 'node:crypto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { Client, Connection } from '@temporalio/client';
import { createActivities } from '../../../activities/index.js';
import { newId } from '../../../src/kernel/db/ids.js';
import type { PlanEnvelope } from '../../../src/domain/plans/envelope.js';
import { quotePlan } from '../../../src/domain/plans/quote.js';
import type { ArtifactRequest, PlanRequest } from '../../../src/domain/plans/plan-request.js';
import { runWorker } from '../../../src/kernel/temporal/run-worker.js';
import { installRuntime, workflowBundlePath } from '../../../src/main/worker.js';
import type { ScriptBrief, StoryWriter } from '../../../src/craft/narrative/model.js';
import type { NarrationPolicy, Screenplay, ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import type { Services } from '../../../src/kernel/services.js';
import { TASK_QUEUES } from '../../../src/kernel/temporal/queues.js';
import type { ApiClient } from '../api-client.js';
import { beep, scriptedSpeech } from '../scripted-speech.js';
import { draftFor } from '../scripted-writer.js';
import { openStand, type Stand, type StandOptions } from './stand.js';
import { insertPlan } from '../work-rows.js';

const MAX_PAYLOAD_BYTES = 64 * 1024;

export const VOICES = scriptedSpeech([
  { voiceId: 'ada', name: 'Ada' }, { voiceId: 'ben', name: 'Ben' }, { voiceId: 'nell', name: 'Nell' },
  { voiceId: 'old', name: 'Old', status: 'retired', retiredAt: '2026-01-01T00:00:00.000Z', replacementVoiceId: 'ada' },
], beep);

export const voice = (voiceId: string) => ({ voiceId, voiceName: voiceId[0]!.toUpperCase() + voiceId.slice(1), provider: 'scripted' });

/** A screenplay of two scenes with two speakers by default. Each scene begins with an action. */
export function smallScreenplay(speakers: readonly string[] = ['ADA', 'BEN'], policy: NarrationPolicy = 'include', turns = 4): Screenplay {
  const entries: ScreenplayEntry[] = [];
  const add = (entry: Omit<ScreenplayEntry, 'index' | 'origin' | 'spans'>): void => {
    entries.push({ ...entry, index: entries.length, origin: 'source', spans: [] });
  };
  for (const sceneIndex of [0, 1]) {
    add({ sceneIndex, kind: 'scene_heading', text: `INT. ROOM ${sceneIndex + 1} - DAY` });
    add({ sceneIndex, kind: 'action', text: 'A lamp is lit, and the room comes out of the dark.' });
    for (let turn = 0; turn < turns / 2; turn++) {
      const character = speakers[turn % speakers.length]!;
      add({ sceneIndex, kind: 'dialogue', character, text: `Line ${turn + 1} of scene ${sceneIndex + 1}, spoken by ${character}.` });
    }
  }
  const scenes = [0, 1].map((index) => {
    const own = entries.filter((entry) => entry.sceneIndex === index);
    return { index, heading: own[0]!.text, title: `Room ${index + 1}`, firstEntry: own[0]!.index, lastEntry: own.at(-1)!.index };
  });
  const cast = speakers.map((character) => ({
    character, role: 'character' as const, gender: 'neutral' as const, description: `${character} of the story`, lineCount: turns / 2, wordCount: 16,
  }));
  const reviewNotes = [{ entryIndex: 2, rule: 'breath', message: 'A long line.' }, { entryIndex: null, rule: 'length', message: 'Rather short.' }];
  return { title: 'The Room', mode: 'drama', narrationPolicy: policy, scenes, entries, cast, reviewNotes };
}

export interface ScriptedWriter extends StoryWriter {
  /** Writes the screenplay. A test may replace it. */
  write: (brief: ScriptBrief, signal?: AbortSignal) => Promise<Screenplay>;
  calls: number;
}

function scriptedWriter(): ScriptedWriter {
  return {
    name: 'scripted', embedded: true, calls: 0,
    write: async (brief) => smallScreenplay(['ADA', 'BEN'], brief.tableRead.narrationPolicy),
    digest: () => Promise.reject(new Error('this writer makes no digests')),
    plan: () => Promise.reject(new Error('this writer makes no plans')),
    planScenes: () => Promise.reject(new Error('this writer drafts no episodes')),
    writeScene: () => Promise.reject(new Error('this writer drafts no episodes')),
    bible: () => Promise.reject(new Error('this writer makes no Series Bible')),
    outline: () => Promise.reject(new Error('this writer drafts no outlines')),
    blurb: () => Promise.reject(new Error('this writer describes no episodes')),
    pitch: () => Promise.resolve(null),
    trailerLines: () => Promise.resolve(null),
    trailerFaults: () => Promise.resolve(null),
    screenplay(brief, signal) {
      this.calls++;
      return this.write(brief, signal);
    },
  };
}

/** Makes the writer wait until `open` is called. A cancelled call ends at once, as a provider's call does. */
export function gate(): { reached: Promise<void>; aborted: Promise<boolean>; open: () => void; write: ScriptedWriter['write'] } {
  let open!: () => void;
  let reach!: () => void;
  let abort!: (told: boolean) => void;
  const aborted = new Promise<boolean>((resolve) => { abort = resolve; });
  const opened = new Promise<void>((resolve) => { open = resolve; });
  const reached = new Promise<void>((resolve) => { reach = resolve; });
  return {
    reached, aborted,
    open: () => {
      abort(false);
      open();
    },
    write: async (_brief, signal) => {
      signal?.addEventListener('abort', () => abort(true), { once: true });
      reach();
      await Promise.race([opened, new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')), { once: true }))]);
      return smallScreenplay();
    },
  };
}

export interface JobStand extends Stand {
  writer: ScriptedWriter;
  temporal: Client;
  services: Services;
  /** Starts the workers of a stand that was opened without them. */
  startWorkers(): Promise<void>;
  /** The fault points. A test may replace `reach`. */
  faults: Services['faults'];
}

async function startWorkers(stand: Stand, services: Services): Promise<() => Promise<void>> {
  installRuntime({ logLevel: 'silent', metricsPort: null, host: '127.0.0.1' });
  const connection = await NativeConnection.connect({ address: stand.connections.temporalAddress });
  const activities = createActivities(services);
  const guard = {
    encode: async <P extends { data?: Uint8Array | null }>(payloads: P[]): Promise<P[]> => {
      for (const { data } of payloads) if ((data?.length ?? 0) > MAX_PAYLOAD_BYTES) throw new Error(`a payload of ${data!.length} bytes`);
      return payloads;
    },
    decode: async <P>(payloads: P[]): Promise<P[]> => payloads,
  };
  const workers = await Promise.all(TASK_QUEUES.map((queue) => Worker.create({
    connection, taskQueue: `${stand.config.temporal.queuePrefix}${queue}`, activities: activities[queue],
    ...(queue === 'story' ? { workflowBundle: { codePath: workflowBundlePath() } } : {}),
    dataConverter: { payloadCodecs: [guard] }, maxCachedWorkflows: stand.config.workflowCacheSize,
    // On a loaded machine it takes seconds to end the activities of a test file, and closing a stand waits for them.
    shutdownGraceTime: '2s', shutdownForceTime: '30s',
  })));
  const running = Promise.all(workers.map(runWorker));
  return async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await running;
    await connection.close();
  };
}

/** A stand with a writer that the test scripts, voices that beep, and workers in this process. */
export async function openJobStand(options: StandOptions & { workers?: boolean } = {}): Promise<JobStand> {
  const stand = await openStand(options);
  const writer = scriptedWriter();
  const faults: Services['faults'] = { reach: async () => {} };
  const services: Services = Object.assign(stand.api.services, {
    writer: async () => writer, speech: async () => VOICES, faults: { reach: (point: string) => faults.reach(point) },
  });
  const connection = Connection.lazy({ address: stand.connections.temporalAddress });
  let stop = async (): Promise<void> => {};
  const start = async (): Promise<void> => { stop = await startWorkers(stand, services); };
  if (options.workers !== false) await start();
  return {
    ...stand, writer, services, faults, temporal: new Client({ connection }), startWorkers: start,
    async close() {
      await stop();
      await connection.close();
      await stand.close();
    },
  };
}

export interface PlanOptions {
  narrationPolicy?: NarrationPolicy;
  status?: string;
  artifactRequests?: ArtifactRequest[];
  projectId?: string;
  /** The cast: its characters by name, each with the id of a voice or null, and their aliases. */
  canon?: { narrator?: string | null; characters?: Record<string, string | null>; aliases?: Record<string, string[]> };
  pictures?: boolean;
  audioOnly?: boolean;
}

export const tableRead = (narrationPolicy: NarrationPolicy = 'include'): ArtifactRequest =>
  ({ type: 'table_read', mode: 'drama', narrationPolicy, durationSeconds: 120, voiceMap: {} });

async function makeCanon({ services: { db } }: JobStand, accountId: string, projectId: string, options: PlanOptions): Promise<void> {
  const { canon = {}, pictures = false, audioOnly = true } = options;
  const picture = pictures ? 'https://example.org/p.png' : null;
  const characters = Object.entries(canon.characters ?? {}).map(([name, voiceId]) => ({
    name, aliases: canon.aliases?.[name] ?? [], role: 'character', gender: 'neutral', voice: voiceId && voice(voiceId),
    headshotUrl: picture, bodyShotUrl: picture, characterSheetUrl: picture, finalized: false,
  }));
  await db.query(
    `INSERT INTO cast_canons (project_id, account_id, version, narrator, characters) VALUES ($1, $2, 1, $3, $4)
     ON CONFLICT (project_id) DO UPDATE SET narrator = EXCLUDED.narrator, characters = EXCLUDED.characters`,
    [projectId, accountId, canon.narrator ? JSON.stringify(voice(canon.narrator)) : null, JSON.stringify(characters)]);
  await db.query(
    `INSERT INTO series_bibles (id, account_id, project_id, title, current_version, content) VALUES ($1, $2, $3, 'Bible', 1, $4)
     ON CONFLICT (project_id) DO UPDATE SET content = EXCLUDED.content`,
    [newId('bible'), accountId, projectId, JSON.stringify(audioOnly ? { productionMedium: 'audio' } : {})]);
}

/** The proposal of the plan: two scenes for Ada, Ben and a narrator, without beats. */
function envelopeOf(projectId: string, { target, sourceIds, artifactRequests: [read] }: PlanRequest): PlanEnvelope {
  const sources = sourceIds.map((sourceId) => ({ sourceId, label: null, text: 'The lamp was lit.', digest: null }));
  const draft = draftFor({ seed: projectId, sources, target, creativeBrief: null, canon: null, tableRead: null });
  const scenes = [0, 1].map((index) => ({ index, heading: `INT. ROOM ${index + 1} - DAY`, summary: 'A lamp.', estimatedSeconds: 60 }));
  const voiceMap = { ADA: voice('ada'), BEN: voice('ben'), NARRATOR: voice('nell') };
  const cast = Object.entries(voiceMap).map(([character, suggestedVoice]) =>
    ({ character, suggestedVoice, role: 'character', gender: 'neutral' as const, description: 'Of the room', lineCount: 4 }));
  return {
    ...draft, version: 1, projectId, title: 'The Room', target, artifacts: [], journey: { beats: [] },
    scriptBlueprint: {
      pageTarget: 2, narrationPolicy: read?.type === 'table_read' ? read.narrationPolicy : 'include',
      musicDirection: 'none', sfxDirection: 'none', scenes, cast, voiceMap,
    },
  };
}

/**
 * Inserts a plan with one source in a project with a cast. The source text names the plan, so that no two plans share a
 * script.
 */
export async function insertPlanRow(stand: JobStand, client: ApiClient, options: PlanOptions = {}): Promise<{ planId: string; projectId: string }> {
  const { db, store } = stand.services;
  const [planId, sourceId] = [newId('plan'), newId('source')];
  const projectId = options.projectId ?? (await client.post('/story-projects', { name: 'Room' })).body.project.id as string;
  await makeCanon(stand, client.accountId, projectId, options);
  const text = `The lamp was lit. "Good evening," said Ada. This is the text of ${planId}.`;
  const textKey = `sources/${sourceId}/text.txt`;
  await store.put(textKey, text);
  await db.query(
    `INSERT INTO sources (id, account_id, project_id, type, status, retention_policy, content_hash, metadata, digest_status, text_key)
     VALUES ($1, $2, $3, 'text', 'READY', 'EXTRACTED_ONLY', $4, '{}', 'SKIPPED', $5)`,
    [sourceId, client.accountId, projectId, createHash('sha256').update(text).digest('hex'), textKey]);
  const request: PlanRequest = {
    target: { audience: 'all', objective: 'tell', outcome: 'know' }, sourceIds: [sourceId], creativeBrief: null, autoApprove: false,
    artifactRequests: options.artifactRequests ?? [tableRead(options.narrationPolicy)],
  };
  await insertPlan(db, {
    planId, accountId: client.accountId, projectId, title: 'The Room', status: options.status ?? 'APPROVED', request,
    envelope: envelopeOf(projectId, request), quote: quotePlan(request, '2026-01-01T00:00:00.000Z'),
  });
  return { planId, projectId };
}

export const COMPLETE_CAST: PlanOptions['canon'] = { narrator: 'nell', characters: { Ada: 'ada', Ben: 'ben' } };

export const OVER = ['READY', 'FAILED', 'CANCELED'];

/** Polls the job until it is in one of the statuses. */
export async function jobAt(client: ApiClient, jobId: string, statuses: readonly string[] = OVER) {
  const { job } = await client.poll(`/story-jobs/${jobId}`, (body) => statuses.includes(body.job.status));
  return job;
}
