import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { approvedPlan, finalizedRead, hearRead, startJob } from '../support/main-job.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { neuralTests, voicePackCache } from '../support/voices/installed-pack.js';

neuralTests('a read with neural voices', () => {
  let stand: Stand;
  beforeAll(async () => { stand = await openStand({ queues: ALL_QUEUES, env: { VOICES: 'neural', PROSCENIUM_CACHE_DIR: voicePackCache } }); }, 60_000);
  afterAll(async () => { await stand?.close(); });

  const storedLines = async (): Promise<number> => {
    const files = await readdir(path.join(stand.config.dataDir, 'media', 'lines'), { recursive: true }).catch(() => []);
    return files.filter((file) => file.endsWith('.pcm')).length;
  };

  it('voices what is heard first before it is READY, is heard live, and becomes an MP3 without another word spoken', async () => {
    const client = await stand.newAccount();
    const plan = await approvedPlan(client, 60);
    expect(new Set(Object.values(plan.voiceMap).map((voice) => (voice as { provider: string }).provider))).toEqual(new Set(['neural']));

    const { job: { id } } = (await startJob(client, plan)).body;
    const seen: { stage: string; unit: string; completed: number; total: number }[] = [];
    const { job } = await client.poll(`/story-jobs/${id}`, ({ job: { status, progress } }) => {
      seen.push(progress);
      return ['READY', 'FAILED'].includes(status);
    }, 240_000);
    expect(job).toMatchObject({ status: 'READY' });
    const voicing = seen.filter(({ stage }) => stage === 'synthesizing');
    expect(voicing.length).toBeGreaterThan(0);
    expect(new Set(voicing.map(({ unit }) => unit))).toEqual(new Set(['lines']));
    expect(await storedLines()).toBe(voicing[0]!.total);

    const artifactId = job.artifacts[0].id as string;
    const { bytes } = await hearRead(client, artifactId);
    expect(bytes.length).toBeGreaterThan(100_000);
    const spoken = await storedLines();
    const manifest = await finalizedRead(client, artifactId);
    expect(manifest.audio.finalize.status).toBe('complete');
    expect(manifest.audio.recordingDurationMs).toBeGreaterThan(30_000);
    expect(await storedLines()).toBe(spoken);
  }, 600_000);
});
