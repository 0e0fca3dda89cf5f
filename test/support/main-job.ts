import { readFile } from 'node:fs/promises';
import type { ApiClient } from './api-client.js';

export const STORY = new URL('../fixtures/the-light-at-corran-head.txt', import.meta.url);

export interface ApprovedPlan { projectId: string; sourceId: string; planId: string; voiceMap: Record<string, unknown> }

/** Creates over HTTP a project, a source and a plan that waits for approval. The source is the project's own story or the given text. */
export async function draftedPlan(
  client: ApiClient, durationSeconds = 60, text?: string, mode: 'drama' | 'podcast' | 'documentary' = 'drama', asked: object = {},
): Promise<{ projectId: string; sourceId: string; plan: any }> {
  const project = await client.post('/story-projects', { name: 'Main job' });
  const projectId = project.body.project.id as string;
  const source = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: text ?? await readFile(STORY, 'utf8') });
  const sourceId = source.body.source.id as string;
  const created = await client.post(`/story-projects/${projectId}/story-plans`, {
    target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' },
    artifactRequests: [{ type: 'table_read', mode, narrationPolicy: 'include', durationSeconds, ...asked }], sourceIds: [sourceId],
  });
  if (created.status !== 201) throw new Error(created.text);
  const { plan } = await client.poll(`/story-plans/${created.body.plan.id}`, ({ plan: { status } }) => !['PENDING', 'RUNNING'].includes(status));
  if (plan.status !== 'REQUIRES_APPROVAL') throw new Error(`the plan is ${plan.status}: ${plan.failureMessage}`);
  return { projectId, sourceId, plan };
}

/** Like `draftedPlan`, approved. */
export async function approvedPlan(...request: Parameters<typeof draftedPlan>): Promise<ApprovedPlan> {
  const { projectId, sourceId, plan } = await draftedPlan(...request);
  const approved = await request[0].post(`/story-plans/${plan.id}/approve`, { userConfirmed: true });
  if (approved.status !== 200) throw new Error(approved.text);
  return { projectId, sourceId, planId: plan.id, voiceMap: plan.plan.scriptBlueprint.voiceMap };
}

export const startJob = (client: ApiClient, plan: ApprovedPlan, key?: string) =>
  client.post('/story-jobs', { storyPlanId: plan.planId, voiceMap: plan.voiceMap }, key ? { key } : {});

/** Waits until a job has ended and returns it. */
export async function finishedJob(client: ApiClient, jobId: string): Promise<any> {
  const { job } = await client.poll(`/story-jobs/${jobId}`, ({ job: { status } }) => ['READY', 'FAILED', 'CANCELED'].includes(status));
  return job;
}

/** Starts the live read of an artifact and downloads it to the end. */
export async function hearRead(client: ApiClient, artifactId: string): Promise<{ bytes: Buffer; firstAudioMs: number }> {
  const { artifact } = (await client.get(`/artifacts/${artifactId}`)).body;
  const { shareToken, audio } = artifact.manifest;
  const startedAt = performance.now();
  const started = await fetch(audio.startLiveUrl, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: shareToken }),
  });
  const room = await started.json() as { audioUrl: string };
  const response = await fetch(room.audioUrl);
  const parts: Uint8Array[] = [];
  let firstAudioMs = -1;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (firstAudioMs < 0) firstAudioMs = performance.now() - startedAt;
    parts.push(chunk);
  }
  return { bytes: Buffer.concat(parts), firstAudioMs };
}

/** Requests the MP3 and waits until the manifest shows it. */
export async function finalizedRead(client: ApiClient, artifactId: string): Promise<any> {
  const asked = await client.post(`/artifacts/${artifactId}/finalize`, { mode: 'audio' });
  if (asked.status >= 300) throw new Error(asked.text);
  const { artifact } = await client.poll(`/artifacts/${artifactId}`, ({ artifact: { manifest } }) =>
    ['complete', 'failed'].includes(manifest.audio.finalize?.status));
  return artifact.manifest;
}
