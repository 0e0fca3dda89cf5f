import { OWN_TARGET } from '../../craft/narrative/own-target.js';
import type { ProductionClient } from './client.js';
import { joinLiveRead, type LiveMeasurements } from './live.js';
import type { Material, Mode } from './material.js';

/** Receives one line of progress. */
export type Say = (line: string) => void;

interface Role { character: string; description: string; suggestedVoice: { voiceName: string } | null }

interface Blueprint { cast: Role[]; scenes: { heading: string }[] }

export interface Plan {
  id: string; status: string; failureMessage: string | null; quote: { total: number };
  plan: { title: string; thesis: { oneLine: string }; journey: { beats: { role: string; title: string }[] }; scriptBlueprint: Blueprint } | null;
}

export interface Source {
  id: string; status: string; digestStatus: string; failureMessage: string | null; digest: { thesis: string; claims: unknown[] } | null;
}

export interface Job {
  id: string; status: string; failureMessage: string | null; artifacts: { id: string }[];
  progress: { stage: string; completed: number; total: number; unit: string };
  credits: { quoted: number; settled: number };
}

export interface Manifest {
  shareToken: string; theaterUrl: string;
  audio: {
    liveUrl: string; startLiveUrl: string; recordingUrl: string | null; recordingDurationMs: number | null;
    recording: { status: string; completed: number; total: number };
    finalize: { status: string; error: unknown } | null;
  };
}

export interface Production {
  projectId: string; jobId: string; artifactId: string; title: string; credits: number; manifest: Manifest; heard: LiveMeasurements; mp3: Buffer;
}

const isOver = (status: string, ...open: string[]): boolean => !open.includes(status);

/** What to make, and from which material. When `durationSeconds` is null, the whole text is performed. */
export interface Wish { material: Material; mode: Mode; durationSeconds: number | null }

/** The server could not read the material; the message says why. */
export class MaterialUnreadable extends Error {
  override readonly name = 'MaterialUnreadable';
}

const wordsOfDigest = ({ claims, thesis }: NonNullable<Source['digest']>): string =>
  `${claims.length} claims${thesis ? `. Thesis: ${thesis}` : ''}`;

/** Attaches the material and waits for its text and digest. Throws `MaterialUnreadable`, or `CallRefused` when the server refuses the upload at once. */
export async function attachSource(client: ProductionClient, projectId: string, material: Material, say: Say): Promise<Source> {
  const path = `/story-projects/${projectId}/sources`;
  const label = material.label.slice(0, 200);
  const { source } = material.kind === 'file' ? await client.upload<{ source: Source }>(path, material.path, { label })
    : await client.call<{ source: Source }>('POST', path, { type: material.type, label, uri: material.uri });
  const done = await client.until<{ source: Source }>(`${path}/${source.id}`,
    ({ source: { status, digestStatus } }) =>
      status === 'FAILED' || (status === 'READY' && isOver(digestStatus, 'NOT_STARTED', 'PENDING', 'RUNNING')),
    (answer) => say(`source ${answer.source.status}, digest ${answer.source.digestStatus}`));
  if (done.source.status === 'FAILED') throw new MaterialUnreadable(`the source failed: ${done.source.failureMessage}`);
  if (done.source.digest) say(wordsOfDigest(done.source.digest));
  return done.source;
}

/** Asks for a plan and shows it. Throws when it could not be made. */
export async function planRead(client: ProductionClient, projectId: string, sourceId: string, wish: Wish, say: Say): Promise<Plan> {
  const { plan } = await client.call<{ plan: Plan }>('POST', `/story-projects/${projectId}/story-plans`, {
    target: OWN_TARGET,
    artifactRequests: [{ type: 'table_read', mode: wish.mode, narrationPolicy: 'include', ...(wish.durationSeconds === null ? {} : { durationSeconds: wish.durationSeconds }) }],
    sourceIds: [sourceId],
  });
  const { plan: drafted } = await client.until<{ plan: Plan }>(`/story-plans/${plan.id}`,
    (answer) => isOver(answer.plan.status, 'PENDING', 'RUNNING'), (answer) => say(`plan ${answer.plan.status}`));
  if (!drafted.plan) throw new Error(`the plan was not made: ${drafted.failureMessage}`);
  const { title, thesis, journey, scriptBlueprint } = drafted.plan;
  say(thesis.oneLine ? `“${title}”: ${thesis.oneLine}` : `“${title}”`);
  for (const beat of journey.beats) say(`  ${beat.role.padEnd(9)} ${beat.title}`);
  for (const role of scriptBlueprint.cast) say(`  ${role.character.padEnd(18)} ${role.suggestedVoice?.voiceName ?? 'no voice'}`);
  say(`quote: ${drafted.quote.total} credits`);
  return drafted;
}

/** Starts the job of an approved plan with the suggested voices, and waits until it is READY. Throws when it fails. */
export async function runJob(client: ProductionClient, plan: Plan, say: Say): Promise<Job> {
  const { job } = await client.call<{ job: Job }>('POST', '/story-jobs', {
    storyPlanId: plan.id, acceptSuggestedVoices: true,
  });
  return followJob(client, job.id, say);
}

/** Waits until a job is READY. Throws when it fails. */
export async function followJob(client: ProductionClient, jobId: string, say: Say): Promise<Job> {
  const { job: done } = await client.until<{ job: Job }>(`/story-jobs/${jobId}`,
    (answer) => ['READY', 'FAILED', 'CANCELED'].includes(answer.job.status),
    ({ job: { status, progress } }) => say(`job ${status}: ${progress.stage} ${progress.completed}/${progress.total} ${progress.unit}`), { everyMs: 250 });
  if (done.status !== 'READY') throw new Error(`the job ended ${done.status}: ${done.failureMessage}`);
  return done;
}

/** Makes the MP3, once the read is recorded, and fetches it. Throws when it cannot be made. */
export async function finalize(client: ProductionClient, artifactId: string, say: Say): Promise<{ manifest: Manifest; mp3: Buffer }> {
  await client.call('POST', `/artifacts/${artifactId}/finalize`, { waitForRecording: true });
  const { artifact } = await client.until<{ artifact: { manifest: Manifest } }>(`/artifacts/${artifactId}`,
    ({ artifact: { manifest } }) => manifest.audio.recordingUrl !== null || manifest.audio.finalize?.status === 'failed',
    ({ artifact: { manifest: { audio } } }) => say(audio.recording.status === 'complete' ? `finalize ${audio.finalize?.status ?? 'queued'}`
      : `recording ${audio.recording.completed}/${audio.recording.total} lines`));
  const { recordingUrl, finalize: ended } = artifact.manifest.audio;
  if (!recordingUrl) throw new Error(`the MP3 was not made: ${JSON.stringify(ended?.error)}`);
  const response = await fetch(recordingUrl);
  if (!response.ok) throw new Error(`the MP3 could not be fetched: ${response.status}`);
  return { manifest: artifact.manifest, mp3: Buffer.from(await response.arrayBuffer()) };
}

/** Makes a table read from the material, over the public API. `step` is called with the name of each step. */
export async function produce(client: ProductionClient, wish: Wish, step: (name: string) => Say): Promise<Production> {
  const { project } = await client.call<{ project: { id: string } }>('POST', '/story-projects', {
    name: wish.material.label.slice(0, 200), description: 'Made by the demo',
  });
  const source = await attachSource(client, project.id, wish.material, step('Source and digest'));
  const plan = await planRead(client, project.id, source.id, wish, step('Plan'));
  const approve = step('Approval (given by the demo on your behalf)');
  await client.call('POST', `/story-plans/${plan.id}/approve`, { userConfirmed: true });
  approve('approved');
  const job = await runJob(client, plan, step('Job'));
  const artifactId = job.artifacts[0]!.id;
  const { artifact } = await client.call<{ artifact: { manifest: Manifest } }>('GET', `/artifacts/${artifactId}`);
  const { theaterUrl, audio } = artifact.manifest;
  step('Listen now')(theaterUrl);
  const live = step('Live read');
  const heard = await joinLiveRead(audio.startLiveUrl, artifact.manifest.shareToken, (count) => live(`line ${count} performed`));
  live(`first sound after ${Math.round(heard.firstAudioMs)} ms, ${heard.lineCount} lines, ${(heard.durationMs / 1000).toFixed(0)} s`);
  const { manifest, mp3 } = await finalize(client, artifactId, step('Finalize'));
  const { credits } = await client.call<{ credits: { balance: number } }>('GET', '/credits');
  return { projectId: project.id, jobId: job.id, artifactId, title: plan.plan!.title, credits: credits.balance, manifest, heard, mp3 };
}
