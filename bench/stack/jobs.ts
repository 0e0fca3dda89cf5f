import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchApi, BenchStack } from './bench-stack.js';
import { freshSeed } from './rows.js';
import { BENCH_VOICES, storyText } from './story.js';
import type { VoiceMap } from '../../src/domain/library/voice-map.js';

export interface ApprovedPlan { planId: string; voiceMap: VoiceMap }

interface Plan { id: string; status: string; failureMessage: string | null; plan: { scriptBlueprint: { voiceMap: Record<string, unknown> } } | null }
interface Job { id: string; status: string; failureMessage: string | null; artifacts: { id: string }[] }

const POLL_MS = 25;
const GIVE_UP_MS = 120_000;

/** Casts every person of a plan with the bench voices in turn, so that a voice may speak several people. */
function castOf(characters: readonly string[], voiceMap: VoiceMap): VoiceMap {
  const voices = Object.values(voiceMap);
  return Object.fromEntries(characters.map((character, position) => [character, voices[position % voices.length]!]));
}

/** Creates a project, a source and an approved plan over the API, for a narrated read of about `durationSeconds` with these voices. */
export async function approvedPlan(
  { client }: BenchApi, paragraphs: number, durationSeconds: number, { brisk = false, voices = BENCH_VOICES }: { brisk?: boolean; voices?: VoiceMap } = {},
): Promise<ApprovedPlan> {
  const { project } = await client.call<{ project: { id: string } }>('POST', '/story-projects', { name: 'Measured' });
  const { source } = await client.call<{ source: { id: string } }>('POST', `/story-projects/${project.id}/sources`, {
    type: 'text', content: storyText(paragraphs, freshSeed(), brisk),
  });
  const { plan } = await client.call<{ plan: Plan }>('POST', `/story-projects/${project.id}/story-plans`, {
    target: { audience: 'listeners', objective: 'to hear it', outcome: 'they do' }, sourceIds: [source.id],
    artifactRequests: [{ type: 'table_read', mode: 'drama', narrationPolicy: 'include', durationSeconds }],
  });
  const { plan: drafted } = await client.until<{ plan: Plan }>(`/story-plans/${plan.id}`,
    (answer) => !['PENDING', 'RUNNING'].includes(answer.plan.status), () => undefined, { everyMs: POLL_MS, atMostMs: POLL_MS });
  if (!drafted.plan) throw new Error(`the plan is ${drafted.status}: ${drafted.failureMessage}`);
  await client.call('POST', `/story-plans/${plan.id}/approve`, { userConfirmed: true });
  return { planId: plan.id, voiceMap: castOf(Object.keys(drafted.plan.scriptBlueprint.voiceMap), voices) };
}

/** Submits one job of the plan; returns its id. */
export async function submitJob({ client }: BenchApi, { planId, voiceMap }: ApprovedPlan): Promise<string> {
  const { job } = await client.call<{ job: Job }>('POST', '/story-jobs', { storyPlanId: planId, voiceMap });
  return job.id;
}

/** Waits until a job is READY; returns the id of its artifact. Throws when the job ends with another status. */
export async function readyJob({ client }: BenchApi, jobId: string): Promise<string> {
  const { job } = await client.until<{ job: Job }>(`/story-jobs/${jobId}`,
    (answer) => ['READY', 'FAILED', 'CANCELED'].includes(answer.job.status), () => undefined, { everyMs: POLL_MS, atMostMs: POLL_MS });
  if (job.status !== 'READY') throw new Error(`job ${jobId} ended ${job.status}: ${job.failureMessage}`);
  return job.artifacts[0]!.id;
}

/** Waits until no work is open. Throws after `GIVE_UP_MS`. */
export async function drained({ pool }: BenchStack): Promise<void> {
  const giveUpAt = Date.now() + GIVE_UP_MS;
  for (;;) {
    const { rows } = await pool.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM works WHERE status NOT IN ('READY', 'FAILED', 'CANCELED')`);
    if (rows[0]!.open === 0) return;
    if (Date.now() > giveUpAt) throw new Error(`${rows[0]!.open} jobs did not end in ${GIVE_UP_MS} ms`);
    await sleep(50);
  }
}
